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
trap 'rm -f "$printed" "$printed.o"' EXIT
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
fused() { objdump -d "$1" | grep -m1 -E '[[:space:]]vfn?m(add|sub)'; }
if [ "$(uname -m)" = x86_64 ] && command -v objdump >/dev/null 2>&1; then
  # Check of the test itself: a product and a sum with contraction.
  echo 'double f(double a, double b, double c) { return a * b + c; }' |
    c++ -x c++ -O2 -mfma -ffp-contract=fast -c - -o "$printed.o"
  fused "$printed.o" >/dev/null || { echo "objdump does not show a fused multiply-add"; exit 1; }
  ! fused "$build/rockfall_core/librockfall.a" || { echo "fused multiply-add in the library"; exit 1; }
fi
echo "this build: same bits on 1, 2, 3, 8 threads"
