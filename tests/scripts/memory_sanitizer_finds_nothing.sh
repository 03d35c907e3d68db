#!/bin/sh
# The memory sanitizer of clang on the core, the soak and the fuzz targets of the core: no result, branch or address
# depends on memory that was never written. Takes minutes to build; memory_is_initialised.sh runs a sample under
# valgrind instead.
#   memory_sanitizer_finds_nothing.sh BUILD [ROCK_STEPS]     of the soak; default 200000
# label: cross
# slow
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
steps=${2:-200000}
command -v clang++ >/dev/null 2>&1 || { echo "clang is not installed"; exit 77; }
mkdir -p "$1/variants"
folder=$(cd "$1" && pwd)/variants/memory
# Strings are instantiated in the C++ library, which is not instrumented; vectors are not.
flags="-fsanitize=memory -fsanitize-memory-track-origins -fno-sanitize-recover=all -D_GLIBCXX_EXTERN_TEMPLATE=0"

# Check of the sanitizer itself: a jump that depends on memory that was never written is reported.
mkdir -p "$folder"
printf '#include <stdlib.h>\nint main(void) { int* p = (int*)malloc(4); int r = *p == 7; free(p); return r ? 3 : 0; }\n' >"$folder/probe.c"
clang -fsanitize=memory -O0 -o "$folder/probe" "$folder/probe.c" 2>/dev/null || { echo "clang has no memory sanitizer"; exit 77; }
! "$folder/probe" >/dev/null 2>&1 || { echo "the sanitizer does not report a read of uninitialised memory"; exit 1; }

generator=""
[ -e "$folder/CMakeCache.txt" ] || generator="-G Ninja"
# shellcheck disable=SC2086 # word splitting is intended
{ cmake -S "$top" -B "$folder" $generator -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
    "-DCMAKE_C_FLAGS=$flags" "-DCMAKE_CXX_FLAGS=$flags" "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -g1" -DROCKFALL_UNITY=ON \
    -DROCKFALL_QHULL=OFF -DROCKFALL_SANDBOX=OFF -DROCKFALL_VIEWER=OFF -DROCKFALL_BENCH=OFF -DROCKFALL_TESTS=ON &&
  cmake --build "$folder" --parallel "${ROCKFALL_JOBS:-$(nproc)}" --target rockfall_soak rockfall_fuzz; } >"$folder.log" 2>&1 ||
  { tail -60 "$folder.log"; exit 1; }
"$folder/tests/soak/rockfall_soak" --steps "$steps" --seed 7
for target in recording snapshot cook_and_grid step body_and_frame; do
  "$folder/tests/fuzz/rockfall_fuzz" "$target" --runs 1000 --seed 7
done
