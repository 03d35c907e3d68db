#!/bin/sh
# The first sample of every category runs for 300 frames and is drawn without a screen; the image is a PNG of the
# requested size.
#   sandbox_makes_pictures.sh BUILD
#   sandbox_makes_pictures.sh BUILD all      every sample
# label: gui
set -eu
program=$1/sandbox/live/rockfall_sandbox
[ -x "$program" ] || { echo "rockfall_sandbox was not built"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" --sample block_stands --frames 1 --screenshot "$folder/first.png" --size 64x64 >"$folder/log" 2>&1 ||
  { grep -q "no picture" "$folder/log" && { cat "$folder/log"; exit 77; }; cat "$folder/log"; exit 1; }
# Of the lines of --list, those with a sample are indented, and those above them name a category.
samples=$("$program" --list | awk -v all="${2:-}" '/^  / { if (first || all) print $1; first = 0; next } { first = 1 }')
[ -n "$samples" ] || { echo "--list names no sample"; exit 1; }
for sample in $samples; do
  "$program" --sample "$sample" --frames 300 --screenshot "$folder/$sample.png" --size 320x200 --panels
  head -c 24 "$folder/$sample.png" | od -An -tx1 | tr -d ' \n' | grep -q '89504e470d0a1a0a0000000d49484452000001400000 *00c8' ||
    { echo "$sample: the image is not a PNG of 320 x 200"; exit 1; }
  [ "$(wc -c <"$folder/$sample.png")" -gt 5000 ] || { echo "$sample: the image is empty"; exit 1; }
done
# Scale bar and arrow to the north in the first picture are those of the next ones.
for frames in 1 2; do
  "$program" --sample mountain --time-scale 0.001 --frames $frames --screenshot "$folder/mountain_$frames.png" --size 640x400
done
python3 - "$folder" <<'END'
import struct, sys, zlib
def corner(name):  # the last 30 rows and 140 columns of a PNG
    data = open(name, "rb").read()
    width = struct.unpack(">I", data[16:20])[0]
    channels = {2: 3, 6: 4}[data[25]]
    at, parts = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        parts += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    raw, stride, before, rows = zlib.decompress(parts), width * channels, bytes(width * channels), []
    def paeth(a, b, c):
        p = a + b - c
        return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
    for start in range(0, len(raw), stride + 1):
        row = bytearray(raw[start + 1:start + 1 + stride])
        for i in range(stride):
            left, up, both = (row[i - channels], before[i], before[i - channels]) if i >= channels else (0, before[i], 0)
            row[i] = row[i] + (0, left, up, (left + up) // 2, paeth(left, up, both))[raw[start]] & 255
        rows.append(bytes(row[-140 * channels:]))
        before = row
    return rows[-30:]
folder = sys.argv[1]
if corner(folder + "/mountain_1.png") != corner(folder + "/mountain_2.png"):
    sys.exit("mountain: the scale bar of the first picture differs from that of the second")
END
# A file after --camera is opened, and is no coordinate.
"$program" --frames 1 --size 64x64 --camera 0 30 50 ramp_l21 --screenshot "$folder/camera.png"
# The target of --camera has the coordinates of the terrain: terrains at different places give the same picture.
for x in 0 2600000; do
  { printf 'ncols 3\nnrows 3\nxllcenter %s\nyllcenter 0\ncellsize 50\n' $x; echo 90 50 10 90 50 0 90 50 20; } \
    >"$folder/at_$x.asc"
  "$program" "$folder/at_$x.asc" --size 320x200 --camera -60 30 150 $((x + 40)) 40 50 --screenshot "$folder/at_$x.png"
done
cmp "$folder/at_0.png" "$folder/at_2600000.png"
[ "$(wc -c <"$folder/at_0.png")" -gt 5000 ] || { echo "--camera: the image is empty"; exit 1; }
if "$program" --sample no_such_sample --screenshot "$folder/none.png" 2>"$folder/log"; then exit 1; fi
grep -q "no_such_sample" "$folder/log"
