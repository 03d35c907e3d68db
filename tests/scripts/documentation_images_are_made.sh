#!/bin/sh
# docs/pictures/make.sh makes an image again, in the size of the one in its folder.
#   documentation_images_are_made.sh BUILD
# label: gui
# slow
set -eu
pictures=$(cd "$(dirname "$0")/../.." && pwd)/docs/pictures
size_of() { od -An -tu1 -j16 -N8 "$1" | awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8 }'; }

[ -x "$1/sandbox/live/rockfall_sandbox" ] || { echo "rockfall_sandbox was not built"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ROCKFALL_BUILD=$1 ROCKFALL_PICTURES=$work "$pictures/make.sh" live_mountain.png >/dev/null
[ "$(size_of "$work/live_mountain.png")" = "$(size_of "$pictures/live_mountain.png")" ] ||
  { echo "make.sh makes live_mountain.png in a different size"; exit 1; }
