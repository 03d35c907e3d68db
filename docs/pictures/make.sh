#!/bin/sh
# Makes the pictures of the documentation again.
#   ROCKFALL_BUILD=DIR  where rockfall was built (default: build)
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
program=${ROCKFALL_BUILD:-$top/build}/sandbox/rockfall
[ -x "$program" ] || { echo "$program is not there: run ./sandbox/run.sh first" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$program" run "$top/assets/mountain.toml" --quiet --out "$work" >/dev/null
python3 "$top/docs/pictures/shrink.py" "$work/map.png" "$top/docs/pictures/mountain.png"
