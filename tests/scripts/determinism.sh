#!/bin/sh
# The golden scenes have the same bits in this build, in clang's, on 64-bit ARM and in WebAssembly, and the library
# holds no fused multiply-add. tests/determinism/run.sh tries more.
#   determinism.sh BUILD
set -eu
build=$1
here=$(cd "$(dirname "$0")/../determinism" && pwd)
program=$build/tests/determinism/rockfall_determinism
printed=$(mktemp)
trap 'rm -f "$printed"' EXIT
failed=0
for threads in 1 2 3 8; do
  "$program" --threads $threads >"$printed"
  cmp -s "$printed" "$here/golden.txt" && continue
  echo "other bits than golden.txt on $threads threads:"
  diff "$here/golden.txt" "$printed" || true
  failed=1
done
if [ $failed = 1 ]; then
  echo "If this change was meant to change the bits: tests/determinism/update.sh writes golden.txt anew."
  exit 1
fi
echo "this build: same bits on 1, 2, 3, 8 threads"
"$here/run.sh" --install clang-O2 aarch64 wasm fma
