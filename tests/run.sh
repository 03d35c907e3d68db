#!/bin/sh
# Installs what is missing, builds, and runs every test, once as released and once under the address and
# undefined-behaviour sanitizers. The last line counts them. Exit code 0 if all passed.
#   ROCKFALL_BUILD=DIR  where to build (default: build)
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"
./cmake/install_packages.sh g++ cmake ninja-build pkg-config python3 libeigen3-dev libqhull-dev libtiff-dev libtiff-tools \
  libstb-dev libtomlplusplus-dev libcli11-dev nlohmann-json3-dev libtinyobjloader-dev doctest-dev \
  libglfw3-dev libimgui-dev libegl-dev libgl-dev libopengl-dev libgl1-mesa-dri python3-glad xvfb xauth xdotool

build=${ROCKFALL_BUILD:-$top/build}
passed=0
failed=0
skipped=0

# Configure and build quietly; show the end of the log where that fails.
build_in() {
  folder=$1
  shift
  generator=""
  [ -e "$folder/CMakeCache.txt" ] || generator="-G Ninja"
  echo "building in $folder"
  # shellcheck disable=SC2086 # words wanted
  { cmake -S "$top" -B "$folder" $generator "$@" && cmake --build "$folder" --parallel; } >"$folder.log" 2>&1 ||
    { tail -60 "$folder.log" >&2; exit 1; }
  rm -f "$folder.log"
}

# Run one program of tests and add its counts. A program that ends without counts counts as a failure.
run_doctest() {
  name=$1
  shift
  report=$(mktemp)
  if "$@" --no-colors=true >"$report" 2>&1; then ok=1; else ok=0; fi
  counts=$(sed -n 's/^\[doctest\] test cases: *\([0-9]*\) *| *\([0-9]*\) passed *| *\([0-9]*\) failed *| *\([0-9]*\) skipped.*/\2 \3 \4/p' "$report")
  if [ -z "$counts" ] || [ "$counts" = "0 0 0" ]; then counts="0 1 0"; fi
  # shellcheck disable=SC2086 # words wanted
  set -- $counts
  if [ "$ok" = 0 ] || [ "$2" != 0 ]; then
    cat "$report"
    [ "$2" != 0 ] || set -- "$1" 1 "$3"
  fi
  rm -f "$report"
  passed=$((passed + $1))
  failed=$((failed + $2))
  skipped=$((skipped + $3))
  echo "$name: $1 passed, $2 failed, $3 skipped"
}

# Run one test that speaks by its exit code: 0 passed, 77 skipped.
run_script() {
  name=$1
  shift
  report=$(mktemp)
  code=0
  "$@" >"$report" 2>&1 || code=$?
  case $code in
    0) passed=$((passed + 1)); echo "$name: passed" ;;
    77) skipped=$((skipped + 1)); echo "$name: skipped: $(tail -1 "$report")" ;;
    *) failed=$((failed + 1)); cat "$report"; echo "$name: failed" ;;
  esac
  rm -f "$report"
}

build_in "$build" -DCMAKE_BUILD_TYPE=Release -DROCKFALL_SANDBOX=ON -DROCKFALL_TESTS=ON -DROCKFALL_BENCH=OFF
run_doctest "core" "$build/tests/rockfall_core_tests"
run_doctest "allocation" "$build/tests/rockfall_allocation_tests"
run_doctest "programs and verification" "$build/tests/rockfall_program_tests"
[ ! -x "$build/tests/rockfall_viewer_tests" ] || run_doctest "viewer" "$build/tests/rockfall_viewer_tests"
for script in tests/scripts/*.sh; do
  [ -e "$script" ] || continue
  run_script "$(basename "$script" .sh | tr _ ' ')" "$script" "$build"
done

# Without the window: the drivers of OpenGL have leaks of their own.
build_in "$build-sanitize" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="-O1 -g1" -DROCKFALL_SANITIZE=ON \
  -DROCKFALL_SANDBOX=ON -DROCKFALL_TESTS=ON -DROCKFALL_VIEWER=OFF -DROCKFALL_BENCH=OFF
run_doctest "core, sanitized" "$build-sanitize/tests/rockfall_core_tests"
run_doctest "programs, sanitized" "$build-sanitize/tests/rockfall_program_tests" --test-case-exclude='*[ensemble]*'

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
