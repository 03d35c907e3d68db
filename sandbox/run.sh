#!/bin/sh
# Installs what is missing, builds, and drops 1000 rocks down a real mountain. Arguments go to `rockfall run`:
#   ./sandbox/run.sh                          the mountain
#   ./sandbox/run.sh ramp_l21 --rocks 100     another scenario
# Results are written to the folder out of the current folder.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
"$top/cmake/install_packages.sh" g++ cmake ninja-build pkg-config libeigen3-dev libqhull-dev libgdal-dev libdeflate-dev libstb-dev \
  fonts-dejavu-core libtomlplusplus-dev libcli11-dev nlohmann-json3-dev libnlopt-cxx-dev

build=${ROCKFALL_BUILD:-$top/build}
case $build in /*) ;; *) build=$PWD/$build ;; esac
new=""
# One file for each library: built in half of the time.
[ -e "$build/CMakeCache.txt" ] || new="-G Ninja -DROCKFALL_UNITY=ON"
echo "building in $build"
# shellcheck disable=SC2086 # word splitting is intended
cmake -S "$top" -B "$build" $new -DCMAKE_BUILD_TYPE=Release -DROCKFALL_SANDBOX=ON >"$build.log" 2>&1 ||
  { cat "$build.log" >&2; exit 1; }
cmake --build "$build" --parallel "$(nproc)" --target rockfall_program >>"$build.log" 2>&1 || { tail -40 "$build.log" >&2; exit 1; }
rm -f "$build.log"

case " $* " in
  *" --out"*) "$build/sandbox/rockfall" run "$@" ;;
  *) "$build/sandbox/rockfall" run --force "$@" ;;  # the results of the last time
esac
