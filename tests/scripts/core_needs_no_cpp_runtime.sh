#!/bin/sh
# The core is compiled without exceptions and RTTI and needs no C++ run time: the C compiler links the static library
# without -lstdc++.
#   core_needs_no_cpp_runtime.sh BUILD
# label: packaging
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
library=$1/rockfall_core/librockfall.a
[ -e "$library" ] || { echo "$library does not exist"; exit 77; }
if nm "$library" | grep -qE '__(asan|tsan|ubsan)_'; then
  echo "a sanitized library needs the run time of the sanitizer"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Undefined symbols of C++ and of its run time in the given files.
needed_of_cpp() {
  nm "$@" | awk 'NF == 3 { defined[$3] = 1 } NF == 2 && $1 == "U" { needed[$2] = 1 }
    END { for (name in needed) if (!(name in defined) && name ~ /^(_Z|__cxa_|__gxx_|_Unwind_|__dynamic_cast)/) print name }'
}
needed=$(needed_of_cpp "$library")
[ -z "$needed" ] || { echo "the core needs the C++ run time for:"; echo "$needed" | c++filt; exit 1; }
if readelf -SW "$library" | grep -q gcc_except_table; then echo "the core contains exception tables"; exit 1; fi
if nm -C "$library" | grep -E 'typeinfo|vtable'; then echo "the core contains RTTI"; exit 1; fi

# Check of the test itself: a vector needs the C++ run time.
echo '#include <vector>
std::vector<int> grow(int n) { return std::vector<int>(n); }' >"$work/probe.cpp"
${CXX:-c++} -O1 -c "$work/probe.cpp" -o "$work/probe.o"
[ -n "$(needed_of_cpp "$work/probe.o")" ] || { echo "the symbols of a vector are not found"; exit 1; }

qhull=""
! nm "$library" | grep -q ' U qh_' || qhull=-lqhull_r
# shellcheck disable=SC2086 # $qhull may be empty
${CC:-cc} -std=c99 -I"$top/rockfall_core/include" "$top/sandbox/embed/c99_drop.c" "$library" $qhull -lm -o "$work/drop"
if ldd "$work/drop" | grep -E 'libstdc\+\+|libc\+\+'; then echo "the C program loads the C++ run time"; exit 1; fi
"$work/drop"
