#!/bin/sh
# The files that are compiled for one instruction set define no functions that the linker may use for other files, in a
# build without optimisation either: such a copy would end the program on an older processor.
#   lane_files_share_no_code.sh BUILD
# label: packaging
set -eu
core=$(cd "$(dirname "$0")/../../rockfall_core" && pwd)
case $(uname -m) in
  x86_64) ;;
  *) echo "only x86-64 has files for one instruction set"; exit 77 ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
eigen=$(sed -n 's/^Eigen3_DIR:PATH=//p' "$1/CMakeCache.txt")
include=${eigen%/share/eigen3/cmake}/include/eigen3

# Weak functions of an object file; data such as the bits of constants is the same for all.
shared_functions() { nm -C "$1" | awk '$2 == "W" || $2 == "w"'; }

for set in "avx2 -mavx2 -mbmi -mbmi2" "avx512 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mbmi -mbmi2"; do
  name=${set%% *}
  # shellcheck disable=SC2086 # several options
  ${CXX:-c++} -std=c++17 -O0 ${set#* } -Wno-psabi -I"$core/include" -I"$core/src" -isystem "$include" \
    -c "$core/src/step/batch_$name.cpp" -o "$work/$name.o"
  found=$(shared_functions "$work/$name.o")
  [ -z "$found" ] || { echo "batch_$name.cpp defines functions that other files may use:"; echo "$found"; exit 1; }
done

# Check of the test itself.
echo 'inline int twice(int x) { return 2 * x; } int use(int x) { return twice(x); }' >"$work/probe.cpp"
${CXX:-c++} -O0 -c "$work/probe.cpp" -o "$work/probe.o"
[ -n "$(shared_functions "$work/probe.o")" ] || { echo "a weak function is not found"; exit 1; }
