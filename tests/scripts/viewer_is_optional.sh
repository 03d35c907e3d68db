#!/bin/sh
# A glad that fails, such as one of another version, costs the viewer only: CMake says so in one line and continues.
#   viewer_is_optional.sh BUILD
# label: gui
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
[ -d "$1/viewer/glad" ] || { echo "the viewer was not configured"; exit 77; }
command -v ninja >/dev/null 2>&1 || { echo "ninja is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { cat "$work/log"; echo "$1"; exit 1; }

printf '#!/bin/sh\necho "Traceback" >&2\necho "unknown option --reproducible" >&2\nexit 1\n' >"$work/glad"
chmod +x "$work/glad"
cmake -S "$top" -B "$work/build" -G Ninja -DROCKFALL_GLAD="$work/glad" -DROCKFALL_VIEWER=ON -DROCKFALL_SANDBOX=OFF \
  -DROCKFALL_TESTS=OFF -DROCKFALL_BENCH=OFF >"$work/log" 2>&1 || fail "the configuration fails"
[ "$(grep -c viewer "$work/log")" -eq 1 ] || fail "not one line about the viewer"
grep -q '^-- rockfall: no viewer; missing: .*glad.*unknown option --reproducible' "$work/log" ||
  fail "no reason is given"
! grep -q Traceback "$work/log" || fail "more than one line of the message of glad"
[ -e "$work/build/build.ninja" ] || fail "nothing was generated"
