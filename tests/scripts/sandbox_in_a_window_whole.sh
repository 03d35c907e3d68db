#!/bin/sh
# A script drives every part of the window of the sandbox on a virtual screen: cameras, colours, controls and sizes, too.
#   sandbox_in_a_window_whole.sh BUILD
# label: gui
# slow
set -eu
exec "$(dirname "$0")/sandbox_in_a_window.sh" "$1" all
