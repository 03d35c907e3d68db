#!/bin/sh
# gcc and clang compile every source file for itself without warnings: each file includes what it needs, which a build
# with ROCKFALL_UNITY or precompiled headers does not show.
#   sources_compile.sh BUILD
# label: cross
# slow
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1/variants"
code=77
for pair in gcc:g++ clang:clang++; do
  c=${pair%:*}
  cpp=${pair#*:}
  command -v "$cpp" >/dev/null 2>&1 || { echo "$cpp is not installed"; continue; }
  [ $code = 1 ] || code=0
  work=$1/variants/sources_$c
  cmake -S "$top" -B "$work" -G Ninja -DCMAKE_BUILD_TYPE=Release -DROCKFALL_SANDBOX=ON -DROCKFALL_TESTS=ON \
    -DROCKFALL_BENCH=OFF -DROCKFALL_UNITY=OFF -DROCKFALL_PCH=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    "-DCMAKE_C_COMPILER=$c" "-DCMAKE_CXX_COMPILER=$cpp" >"$work.log" 2>&1 || { tail -40 "$work.log"; exit 1; }
  python3 "$top/tests/compile_sources.py" "$work/compile_commands.json" "${ROCKFALL_JOBS:-$(nproc)}" || code=1
done
exit $code
