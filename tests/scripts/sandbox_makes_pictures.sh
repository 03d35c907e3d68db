#!/bin/sh
# Every sample runs for 300 frames and is drawn without a screen; the image is a PNG of the requested size.
#   sandbox_makes_pictures.sh BUILD
# label: gui
set -eu
program=$1/sandbox/live/rockfall_sandbox
[ -x "$program" ] || { echo "rockfall_sandbox was not built"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" --sample block_stands --frames 1 --screenshot "$folder/first.png" --size 64x64 >"$folder/log" 2>&1 ||
  { grep -q "no picture" "$folder/log" && { cat "$folder/log"; exit 77; }; cat "$folder/log"; exit 1; }
for sample in $("$program" --list | sed -n 's/^  \([a-z_0-9]*\) .*/\1/p'); do
  "$program" --sample "$sample" --frames 300 --screenshot "$folder/$sample.png" --size 320x200 --panels
  head -c 24 "$folder/$sample.png" | od -An -tx1 | tr -d ' \n' | grep -q '89504e470d0a1a0a0000000d49484452000001400000 *00c8' ||
    { echo "$sample: the image is not a PNG of 320 x 200"; exit 1; }
  [ "$(wc -c <"$folder/$sample.png")" -gt 5000 ] || { echo "$sample: the image is empty"; exit 1; }
done
if "$program" --sample no_such_sample --screenshot "$folder/none.png" 2>"$folder/log"; then exit 1; fi
grep -q "no_such_sample" "$folder/log"
