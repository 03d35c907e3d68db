#!/bin/sh
# A script drives the window of the sandbox with mouse and keyboard on a virtual screen.
#   sandbox_in_a_window.sh BUILD             all parts
#   sandbox_in_a_window.sh BUILD PART...     these
# label: gui
# slow
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$1/sandbox/live/rockfall_sandbox
[ -x "$program" ] || { echo "rockfall_sandbox was not built"; exit 77; }
for need in xvfb-run xdotool python3; do
  command -v $need >/dev/null 2>&1 || { echo "$need is not installed"; exit 77; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
shift
# No automatic repetition of keys (-r): a slow renderer holds them for long. The script reads the pixels from the framebuffer file of the X server.
# One thread draws: several take more time of the processors, and are not sooner.
LP_NUM_THREADS=0 LIBGL_ALWAYS_SOFTWARE=1 PYTHONDONTWRITEBYTECODE=1 \
  xvfb-run -a -s "-screen 0 1000x700x24 -r -fbdir $folder" python3 "$here/sandbox_in_a_window.py" "$program" "$folder" "$@"
