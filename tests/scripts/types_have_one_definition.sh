#!/bin/sh
# The shared library builds with link-time optimisation, -Wodr -Werror and portable lanes: no type has two definitions, and
# the golden scenes give the same bits.
#   types_have_one_definition.sh BUILD
# label: packaging
# slow
set -eu
tests=$(cd "$(dirname "$0")/.." && pwd)
"$tests/build_variant.sh" "$1" lto
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1"; exit 1; }

"$1/variants/lto/tests/determinism/rockfall_determinism" | diff - "$tests/determinism/golden.txt" ||
  fail "the bits with portable lanes differ"

# Check of the test itself: the linker reports two definitions of one type.
echo 'struct Twice { int x; int y; }; Twice one; int first() { return one.x + one.y; }' >"$work/a.cpp"
echo 'struct Twice { double x; }; Twice other; int first(); int main() { return int(other.x) + first(); }' >"$work/b.cpp"
if g++ -O2 -flto -Wodr -Werror "$work/a.cpp" "$work/b.cpp" -o "$work/odr" >"$work/log" 2>&1; then
  fail "the linker does not report two definitions of one type"
fi
grep -q 'Wodr\|odr' "$work/log" || { cat "$work/log"; fail "the linker failed for another reason"; }
