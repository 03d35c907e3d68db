#!/bin/sh
# Installs missing packages, builds, and runs the tests of a change: the release build with gcc, 3 to 10 minutes on two
# cores. ctest -C Slow in the build folder has all others: long tests, a second compiler, the shared library, sanitizers,
# instruction counts, other processors. The last line is the number of tests. Exit code 0 if all passed and the build
# printed no warning.
#   ./tests/run.sh [CTEST_ARGUMENTS]       for example -L unit: only tests with this label
#   ROCKFALL_BUILD=DIR                     build folder (default: build)
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"
begin=$(date +%s)
build=${ROCKFALL_BUILD:-$top/build}
echo "building in $build"

# compile CMAKE_OPTIONS [TARGET]: builds the target, or everything.
compile() {
  # shellcheck disable=SC2086 # word splitting is intended
  cmake -S "$top" -B "$build" $generator -DCMAKE_BUILD_TYPE=Release -DROCKFALL_TESTS=ON -DROCKFALL_BENCH=OFF \
    -DROCKFALL_UNITY=ON $1 && cmake --build "$build" --parallel "$(nproc)" ${2:+--target "$2"}
}

./cmake/install_packages.sh g++ cmake ninja-build pkg-config python3 libeigen3-dev libqhull-dev doctest-dev
generator=""
core=""
if [ ! -e "$build/CMakeCache.txt" ]; then
  generator="-G Ninja"
  # The tests of the core need no other package: they compile while the others are installed.
  compile "-DROCKFALL_SANDBOX=OFF -DROCKFALL_VIEWER=OFF" rockfall_core_tests >"$build.core.log" 2>&1 &
  core=$!
  trap 'kill "$core" 2>/dev/null || true' EXIT
fi
./cmake/install_packages.sh libgdal-dev gdal-bin libdeflate-dev libstb-dev fonts-dejavu-core libtomlplusplus-dev \
  libcli11-dev nlohmann-json3-dev libnlopt-cxx-dev libglfw3-dev libimgui-dev libegl-dev libgl-dev libopengl-dev \
  libgl1-mesa-dri python3-glad xvfb xauth xdotool
: >"$build.log"
if [ -n "$core" ]; then
  wait "$core" || { tail -60 "$build.core.log" >&2; exit 1; }
  trap - EXIT
  generator=""
  mv "$build.core.log" "$build.log"
fi
compile "-DROCKFALL_SANDBOX=ON -DROCKFALL_VIEWER=ON" >>"$build.log" 2>&1 || { tail -60 "$build.log" >&2; exit 1; }
code=0
warnings=0
if grep -B3 -A3 'warning:' "$build.log" >&2; then
  warnings=$(grep -c 'warning:' "$build.log")
  code=1
fi
rm -f "$build.log"
echo "built after $(($(date +%s) - begin)) s"

cd "$build"
ctest --parallel "$(nproc)" --output-on-failure --no-tests=error --output-junit "$build/tests.xml" \
  --test-output-size-passed 1000000 --test-output-size-failed 1000000 "$@" || code=$?
[ "$warnings" = 0 ] || echo "failed: the build printed $warnings warnings, see above"
python3 "$top/tests/count.py" "$build/tests.xml" "$(($(date +%s) - begin))" || code=1
exit $code
