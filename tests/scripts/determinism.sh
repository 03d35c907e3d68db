#!/bin/sh
# The golden scenes give the same bits in this build with any number of threads, and its library contains no fused
# multiply-add, which the lanes of AVX-512 could. tests/determinism/run.sh covers other compilers and processors.
#   determinism.sh BUILD
# label: unit
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
  echo "the bits differ from golden.txt on $threads threads:"
  diff "$here/golden.txt" "$printed" || true
  failed=1
done
if [ $failed = 1 ]; then
  echo "If the change is intended to change the bits, run tests/determinism/update.sh to update golden.txt."
  exit 1
fi
if [ "$(uname -m)" = x86_64 ] && command -v objdump >/dev/null 2>&1; then
  "$here/run.sh" --fused "$build/rockfall_core/librockfall.a"
fi
echo "this build: same bits on 1, 2, 3, 8 threads"
