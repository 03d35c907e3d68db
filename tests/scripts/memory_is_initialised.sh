#!/bin/sh
# No step, hash, recording or hull depends on memory that was never written, and none is read or written outside its
# block: valgrind on a sample of the soak, of the fuzz targets and of the C clients, with other terrains.
#   memory_is_initialised.sh BUILD [WORLDS]     WORLDS of the soak; default 2
# label: cross
# slow
set -eu
build=$1
worlds=${2:-2}
command -v valgrind >/dev/null 2>&1 || { echo "valgrind is not installed"; exit 77; }
[ -x "$build/tests/soak/rockfall_soak" ] || { echo "rockfall_soak is not built"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checked() {
  valgrind --quiet --error-exitcode=99 "$@" >"$work/out" 2>"$work/err" && return
  # Once more, to see where the memory comes from: that takes twice as long.
  valgrind --quiet --error-exitcode=99 --track-origins=yes "$@" >"$work/out" 2>"$work/err" || true
  echo "valgrind $*:"
  tail -n 40 "$work/out" "$work/err"
  exit 1
}

# Check of the test itself: a jump that depends on memory that was never written is reported.
printf '#include <stdlib.h>\nint main(void) { int* p = malloc(4); int r = *p == 7; free(p); return r ? 3 : 0; }\n' >"$work/probe.c"
cc -O0 -o "$work/probe" "$work/probe.c"
code=0
valgrind --quiet --error-exitcode=99 "$work/probe" >/dev/null 2>&1 || code=$?
[ "$code" = 99 ] || { echo "valgrind does not report a read of uninitialised memory"; exit 1; }

world=1
while [ "$world" -le "$worlds" ]; do
  checked "$build/tests/soak/rockfall_soak" --world "$world"
  world=$((world + 1))
done
for target in recording snapshot cook_and_grid step body_and_frame; do
  checked "$build/tests/fuzz/rockfall_fuzz" "$target" --runs 50 --seed 5
done
for client in callback_terrain height_field events; do checked "$build/sandbox/embed/$client"; done
echo "$worlds worlds of the soak and 50 inputs of each fuzz target"
