#!/bin/sh
# The window and its panels, built with the address and undefined-behaviour sanitizers: every sample is drawn with each
# overlay, and the script of sandbox_in_a_window.sh runs. Takes minutes to build.
#   window_runs_sanitized.sh BUILD
# label: gui
# slow
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1/variants"
folder=$(cd "$1" && pwd)/variants/window
compiler=""  # clang takes half of the time of gcc
command -v clang++ >/dev/null 2>&1 && compiler="-DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++"
generator=""
[ -e "$folder/CMakeCache.txt" ] || generator="-G Ninja"
# shellcheck disable=SC2086 # word splitting is intended
{ cmake -S "$top" -B "$folder" $generator $compiler -DCMAKE_BUILD_TYPE=Release \
    "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -g1" \
    -DROCKFALL_SANITIZE=ON -DROCKFALL_UNITY=ON -DROCKFALL_SANDBOX=ON \
    -DROCKFALL_TESTS=OFF -DROCKFALL_BENCH=OFF &&
  cmake --build "$folder" --parallel "${ROCKFALL_JOBS:-$(nproc)}"; } >"$folder.log" 2>&1 || { tail -60 "$folder.log"; exit 1; }
program=$folder/sandbox/live/rockfall_sandbox
[ -x "$program" ] || { echo "the window was not built"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Leaks of the drivers of OpenGL are not ours.
export LIBGL_ALWAYS_SOFTWARE=1 ASAN_OPTIONS=detect_leaks=0
"$program" --screenshot "$work/probe.png" --frames 1 >"$work/probe.txt" 2>&1 || {
  grep -q 'Sanitizer' "$work/probe.txt" || { tail -1 "$work/probe.txt"; exit 77; }
}

code=0
samples=$("$program" --list | sed -n 's/^  \([a-z_]*\) .*/\1/p')
[ -n "$samples" ] || { echo "--list names no sample"; exit 1; }
for sample in $samples; do
  for overlay in "" reach energy jump_height; do
    "$program" --sample "$sample" ${overlay:+--overlay "$overlay"} --frames 30 --time-scale 4 --panels --size 500x400 \
      --screenshot "$work/picture.png" >"$work/output.txt" 2>&1 ||
      { echo "$sample $overlay:"; tail -20 "$work/output.txt"; code=1; }
  done
done
driven=0
"$top/tests/scripts/sandbox_in_a_window.sh" "$folder" >"$work/output.txt" 2>&1 || driven=$?
case $driven in
  0 | 77) ;;
  *) tail -40 "$work/output.txt"; code=1 ;;
esac
exit $code
