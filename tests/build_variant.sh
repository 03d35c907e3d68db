#!/bin/sh
# Builds a variant that tests need in BUILD/variants/NAME, incrementally.
#   build_variant.sh BUILD NAME
#     shared    shared library and golden scenes with portable lanes and link-time optimisation; two definitions of a
#               type are an error
#     sanitize  core and program tests with the address and undefined-behaviour sanitizers
#     threads   multi-threaded tests with the thread sanitizer
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1/variants"
folder=$(cd "$1" && pwd)/variants/$2
common="-DCMAKE_BUILD_TYPE=Release -DROCKFALL_VIEWER=OFF -DROCKFALL_BENCH=OFF"
case $2 in
  shared)
    flags="-flto=auto -Wodr -Werror"
    options="-DBUILD_SHARED_LIBS=ON -DROCKFALL_PORTABLE_LANES=ON -DROCKFALL_SANDBOX=OFF -DROCKFALL_TESTS=OFF -DROCKFALL_DETERMINISM=ON"
    optimise="-O2 -DNDEBUG"
    targets=""
    ;;
  sanitize)
    flags=""
    options="-DROCKFALL_SANITIZE=ON -DROCKFALL_SANDBOX=ON -DROCKFALL_TESTS=ON -DROCKFALL_DETERMINISM=OFF"
    optimise="-O1 -g1"
    targets="rockfall_core_tests rockfall_program_tests"
    ;;
  threads)
    flags=""
    options="-DROCKFALL_SANITIZE_THREADS=ON -DROCKFALL_SANDBOX=ON -DROCKFALL_TESTS=ON -DROCKFALL_DETERMINISM=OFF"
    optimise="-O1 -g1"
    targets="rockfall_thread_tests"
    ;;
  *) echo "unknown variant $2" >&2; exit 2 ;;
esac
generator=""
[ -e "$folder/CMakeCache.txt" ] || generator="-G Ninja"
# shellcheck disable=SC2086 # word splitting is intended
{ cmake -S "$top" -B "$folder" $generator $common $options "-DCMAKE_C_FLAGS=$flags" "-DCMAKE_CXX_FLAGS=$flags" \
    "-DCMAKE_CXX_FLAGS_RELEASE=$optimise" &&
  cmake --build "$folder" --parallel "${ROCKFALL_JOBS:-$(nproc)}" ${targets:+--target $targets}; } >"$folder.log" 2>&1 ||
  { tail -60 "$folder.log"; exit 1; }
echo "built $folder"
