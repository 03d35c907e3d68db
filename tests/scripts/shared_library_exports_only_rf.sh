#!/bin/sh
# The shared library exports only rf_* and loads no C++ run time.
#   shared_library_exports_only_rf.sh BUILD
# label: packaging
# slow
set -eu
tests=$(cd "$(dirname "$0")/.." && pwd)
"$tests/build_variant.sh" "$1" shared
library=$1/variants/shared/rockfall/rockfall_core/librockfall.so
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1"; exit 1; }

nm -D --defined-only "$library" | awk '{ print $NF }' >"$work/exported"
! grep -v '^rf_' "$work/exported" || fail "a symbol without the prefix rf_ is exported"
# It exports every function that the headers declare.
cat "$tests"/../rockfall_core/include/rockfall/*.h | sed -n 's/^RF_API .*\<\(rf_[a-z0-9_]*\)(.*/\1/p' | sort >"$work/declared"
[ "$(wc -l <"$work/declared")" -gt 50 ] || fail "only $(wc -l <"$work/declared") functions found in the headers"
missing=$(sort "$work/exported" | comm -13 - "$work/declared")
[ -z "$missing" ] || fail "declared and not exported: $missing"
! readelf -d "$library" | grep NEEDED | grep -E 'libstdc\+\+|libc\+\+' || fail "the library loads the C++ run time"
echo "$(wc -l <"$work/exported") functions exported"
