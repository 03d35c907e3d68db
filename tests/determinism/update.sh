#!/bin/sh
# Updates golden.txt. Only for changes that change the bits on purpose; mention them in CHANGELOG.md.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S "$here/../.." -B "$work" -G Ninja -DCMAKE_BUILD_TYPE=Release -DROCKFALL_SANDBOX=OFF -DROCKFALL_TESTS=OFF \
  -DROCKFALL_BENCH=OFF -DROCKFALL_QHULL=OFF -DROCKFALL_DETERMINISM=ON >/dev/null
cmake --build "$work" --target rockfall_determinism --parallel 2 >/dev/null
"$work/tests/determinism/rockfall_determinism" >"$here/golden.txt"
cat "$here/golden.txt"
