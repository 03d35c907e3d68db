#!/bin/sh
# run.sh MINUTES: builds the fuzz targets with clang, libFuzzer and the sanitizers of addresses and undefined behaviour,
# and runs them for MINUTES altogether. What they learn stays in build/fuzz/corpus; an input that breaks a promise is
# written to build/fuzz and ends the run with an error.
set -eu
minutes=${1:?usage: tests/fuzz/run.sh MINUTES}
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build/fuzz
sanitizers="-fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow -fno-sanitize-recover=all"
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_COMPILER=clang \
  -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_FLAGS="$sanitizers" -DCMAKE_CXX_FLAGS="$sanitizers" -DROCKFALL_LIBFUZZER=ON
targets="recording snapshot cook_and_grid step body_and_frame points raster scenario"
for target in $targets; do programs="${programs:-rockfall_fuzz} rockfall_fuzz_$target"; done
# shellcheck disable=SC2086
ninja -C "$build" $programs
seconds=$((minutes * 60 / 8))
for target in $targets; do
  corpus=$build/corpus/$target
  mkdir -p "$corpus"
  "$build/tests/fuzz/rockfall_fuzz" "$target" --write-corpus "$corpus"
  (cd "$build" && "tests/fuzz/rockfall_fuzz_$target" -max_total_time="$seconds" -max_len=8192 -timeout=120 -print_final_stats=1 "$corpus")
done
