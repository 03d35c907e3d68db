#!/bin/sh
# Builds the program with MPI and runs a campaign on three processes: its files are those of one process, but for the
# computing times in summary.json.
#   mpi_gives_the_same_files.sh BUILD
# label: program
# slow
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
for tool in cmake ninja mpicc mpirun; do
  command -v "$tool" >/dev/null 2>&1 || { echo "$tool is not installed"; exit 77; }
done
mkdir -p "$1/variants"
build=$(cd "$1" && pwd)/variants/mpi
{ cmake -S "$top" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DROCKFALL_MPI=ON -DROCKFALL_UNITY=ON \
    -DROCKFALL_VIEWER=OFF -DROCKFALL_TESTS=OFF -DROCKFALL_BENCH=OFF &&
  cmake --build "$build" --target rockfall_program --parallel "${ROCKFALL_JOBS:-1}"; } >"$build.log" 2>&1 ||
  { tail -40 "$build.log"; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=$build/sandbox/rockfall
"$program" sample valley --out "$work/valley" >/dev/null
run() { "$@" "$program" run "$work/valley/valley.toml" --rasters --rocks 60 --quiet --threads 1 --out "$work/results" >"$work/log" 2>&1 ||
  { cat "$work/log"; exit 1; }; }
run env
mv "$work/results" "$work/one"
run mpirun --allow-run-as-root --oversubscribe -n 3
# Computing times, and the number of threads, differ.
for folder in one results; do
  for file in summary.json report.html; do
    sed -i '/wall_s\|ns_per_rock_step\|threads\|ns per rock-step/d' "$work/$folder/$file"
  done
done
difference=$(diff -rq "$work/one" "$work/results" || true)
[ -z "$difference" ] || { echo "$difference"; exit 1; }
echo "$(find "$work/results" -type f | wc -l) files of three processes are those of one"
