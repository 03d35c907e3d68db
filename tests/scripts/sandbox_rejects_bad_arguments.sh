#!/bin/sh
# rockfall_sandbox refuses invalid arguments before any computation: one line, exit code 2, no file. --frame-cost prints
# valid JSON.
#   sandbox_rejects_bad_arguments.sh BUILD
# label: gui
set -eu
program=$1/sandbox/live/rockfall_sandbox
[ -x "$program" ] || { echo "rockfall_sandbox was not built"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" --sample bounce --screenshot "$folder/first.png" --size 64x64 2>"$folder/log" ||
  { grep -q "no picture" "$folder/log" && { cat "$folder/log"; exit 77; }; cat "$folder/log"; exit 1; }

# refused WORD ARGUMENTS...: exit code 2 and one line that contains the word
refused() {
  word=$1
  shift
  code=0
  "$program" "$@" >"$folder/out" 2>"$folder/log" || code=$?
  [ "$code" = 2 ] || { echo "$*: exit code $code, not 2"; cat "$folder/log"; exit 1; }
  [ "$(wc -l <"$folder/log")" = 1 ] || { echo "$*: the message is not one line"; cat "$folder/log"; exit 1; }
  grep -q -e "$word" "$folder/log" || { echo "$*: the message does not contain $word"; cat "$folder/log"; exit 1; }
  [ ! -e "$folder/none.png" ] || { echo "$*: wrote an image"; exit 1; }
}
screenshot="--screenshot $folder/none.png"
# shellcheck disable=SC2086 # word splitting is intended
{
  refused "no_such_sample" --sample no_such_sample $screenshot
  refused "--frames" --sample bounce --frames 0 $screenshot
  refused "--frames" --sample bounce --frames -3 $screenshot
  refused "--frames" --sample bounce --frames many $screenshot
  for size in -5x100 100x-5 0x0 100000x100000 100 100x100x 100x; do
    refused "--size" --sample bounce --size "$size" $screenshot
  done
  refused "--time-scale" --sample bounce --time-scale 0 $screenshot
  refused "lost.asc" lost.asc $screenshot
  for camera in "nan 2 3" "0 inf 3" "0 0 nan" "0 0 10 0 0 inf" "0 0 0.1"; do
    refused "--camera" --sample bounce --camera $camera $screenshot
  done
  refused "block_stands places its own rocks" --sample block_stands --rocks 5 $screenshot
  refused "--recording has no effect without a window" --sample bounce --recording a.rfrec $screenshot
}
# A long run does not start if the image cannot be written.
refused "no such folder" --sample thousand --frames 100000 --screenshot "$folder/nowhere/picture.png"
refused "is a folder" --sample thousand --frames 100000 --screenshot "$folder"
refused "end the name with .png" --sample thousand --frames 100000 --screenshot "$folder/picture.gif"
refused "replaces its scene" --sample thousand mountain --frames 100000 --screenshot "$folder/none.png"
refused "give it alone" --list --sample thousand
refused "--panels has no effect with --frame-cost" --frame-cost --panels
refused "--time-scale has no effect in a window" --time-scale 2
refused "no_such_sample" --frame-cost --sample no_such_sample
(unset DISPLAY WAYLAND_DISPLAY; refused "no_such_sample" --sample no_such_sample)

# An image beyond a limit of file sizes is an error, not the end by a signal.
code=0
(ulimit -f 1 && exec "$program" --sample bounce --screenshot "$folder/none.png" --size 512x512) 2>"$folder/log" || code=$?
{ [ "$code" = 1 ] && grep -q "writing failed" "$folder/log" && [ ! -e "$folder/none.png" ]; } ||
  { echo "an image beyond the limit of file sizes: exit code $code"; cat "$folder/log"; exit 1; }

"$program" --frame-cost --frames 5 --size 64x64 >"$folder/cost.json"
python3 - "$folder/cost.json" <<'END'
import json, sys
cost = json.load(open(sys.argv[1]))
assert cost["rocks"] == 1000 and cost["terrain_nodes"] == [501, 501], cost
assert cost["rocks_moving"] > 900 and cost["steps"] >= 40 and cost["pictures"] == 5, cost
assert 0 < cost["draw_calls"] <= 20, cost
# The viewer's own work takes far less than 1/60 s, independent of the renderer and of other load on the machine.
assert 0 < cost["submit_without_drawing_ms"]["median"] < 5, cost
assert cost["submit_ms"]["median"] <= cost["finished_ms"]["median"], cost
END
