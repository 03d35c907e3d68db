#!/bin/sh
# Renders the images of the documentation with the programs; no screen is needed.
#   make.sh                  all images
#   make.sh NAME...          some images
#   make.sh --list           file names and content
#   ROCKFALL_BUILD=DIR       build folder (default: build)
#   ROCKFALL_PICTURES=DIR    output folder (default: the folder of this script)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
build=${ROCKFALL_BUILD:-$top/build}
out=${ROCKFALL_PICTURES:-$here}

list() {
  cat <<EOF
mountain.png        map of a thousand rocks on Maunga Whau, drawn by "rockfall run"
live_mountain.png   sandbox: trajectories on Maunga Whau coloured by velocity, with contours and deposits
live_thousand.png   sandbox: a thousand rocks at once on a slope of 500 x 500 m
live_wheel.png      sandbox: sixty blocks 20 s after they started to roll about their minor axis
live_window.png     sandbox with panels: hard contact and the legacy models of RocFall3 side by side
EOF
}

need() { [ -x "$1" ] || { echo "$1 does not exist: build rockfall first" >&2; exit 1; }; }

map() {
  need "$build/sandbox/rockfall"
  "$build/sandbox/rockfall" run "$top/assets/mountain.toml" --quiet --out "$work/run" >/dev/null
  mv "$work/run/map.png" "$work/large.png"
}

# Renders at twice the size, including text and lines; shrink.py halves it, which smooths the edges.
live() {
  need "$build/sandbox/live/rockfall_sandbox"
  "$build/sandbox/live/rockfall_sandbox" --screenshot "$work/large.png" --interface-scale 2 "$@"
}

draw() {
  step=4
  case $1 in
    mountain.png) map; step=6 ;;
    live_mountain.png) live --sample mountain --frames 900 --time-scale 2 --size 1920x1000 ;;
    live_thousand.png) live --sample thousand --frames 420 --time-scale 2 --size 1700x960; step=8 ;;
    live_wheel.png) live --sample wheel_ensemble --frames 1200 --size 1920x1000 --camera -110 28 200 190 0 -97 ;;
    live_window.png) live --sample contact_models --frames 420 --size 2200x1440 --panels ;;
    *) echo "unknown image $1; available:" >&2; list >&2; exit 2 ;;
  esac
  python3 "$here/shrink.py" "$work/large.png" "$out/$1" $step
  echo "$out/$1"
}

if [ "${1:-}" = --list ]; then
  list
  exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in ${*:-$(list | sed 's/ .*//')}; do draw "$name"; done
