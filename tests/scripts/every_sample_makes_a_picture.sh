#!/bin/sh
# As sandbox_makes_pictures.sh, for every sample.
#   every_sample_makes_a_picture.sh BUILD
# label: gui
# slow
set -eu
exec "$(dirname "$0")/sandbox_makes_pictures.sh" "$1" all
