#!/bin/sh
# Builds and runs one small client in each language: C99, C++, C#, LuaJIT, Python, and WebAssembly under node. Each drops
# the same 100 rocks of two shapes on a terrain callback of its own and prints: client, hash of the states, ns per
# rock-step. Missing tools are named and skipped. Exit code 0 if all hashes agree, 1 if not, 77 if a client was skipped.
#   ./sandbox/embed/check.sh [BUILD]          default: build
# Needs cmake and a C++ compiler; python3 generates the bindings.
#   ROCKFALL_SHARED_CORE=DIR  folder of a librockfall.so to use, ROCKFALL_WASM_CORE=DIR  of a librockfall.a for wasm;
#                             otherwise both are built
#   ROCKFALL_CLIENTS_WITHOUT=wasm  leaves this client out
set -eu
export NODE_PATH=/usr/share/nodejs # the packages that Debian's emscripten needs
top=$(cd "$(dirname "$0")/../.." && pwd)
clients=$top/sandbox/embed/clients
bindings=$top/rockfall_core/bindings
mkdir -p "${1:-$top/build}/variants/embed"
work=$(cd "${1:-$top/build}/variants/embed" && pwd)
jobs=${ROCKFALL_JOBS:-2}
skipped=""
fail() { echo "check.sh: $1" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }
skip() { echo "$1: skipped, $2 is not installed"; skipped="$skipped $1"; }

# build_core FOLDER COMMAND... : the core alone, configured by the command
build_core() {
  folder=$work/$1
  shift
  "$@" -S "$top" -B "$folder" -DCMAKE_BUILD_TYPE=Release -DROCKFALL_SANDBOX=OFF -DROCKFALL_VIEWER=OFF \
    -DROCKFALL_TESTS=OFF -DROCKFALL_BENCH=OFF -DROCKFALL_INSTALL=OFF -DROCKFALL_QHULL=OFF -DROCKFALL_UNITY=ON >"$folder.log" 2>&1 &&
    cmake --build "$folder" --parallel "$jobs" --target rockfall_core >>"$folder.log" 2>&1 ||
    { tail -30 "$folder.log" >&2; fail "the core cannot be built: $folder.log"; }
}

: >"$work/lines"
# run_client COMMAND... : runs a client and keeps its line
run_client() {
  "$@" >"$work/line" 2>"$work/errors" || { cut -c1-300 "$work/errors" >&2; fail "failed: $*"; }
  cat "$work/line"
  cat "$work/line" >>"$work/lines"
}

if [ -n "${ROCKFALL_SHARED_CORE:-}" ]; then
  library=$ROCKFALL_SHARED_CORE
else
  build_core shared cmake -DBUILD_SHARED_LIBS=ON
  library=$work/shared/rockfall_core
fi
core="-I$top/rockfall_core/include -DRF_SHARED -L$library -Wl,-rpath,$library -lrockfall -lm"
# The terrain of the client must not be contracted to fused operations, as those of the other languages are not.
strict="-O2 -Wall -Wextra -pedantic -Werror -ffp-contract=off"
# shellcheck disable=SC2086 # word splitting is intended
{
  ${CC:-cc} -std=c99 $strict "$clients/drop.c" -o "$work/drop_c" $core
  run_client "$work/drop_c"
  ${CXX:-c++} -std=c++17 $strict "$clients/drop.cpp" -o "$work/drop_cpp" $core
  run_client "$work/drop_cpp"
}

if has python3; then
  python3 "$bindings/describe_api.py" json "$work/rockfall_api.json"
  python3 "$bindings/bind.py" csharp "$work/rockfall_api.json" "$work/Rockfall.cs"
  python3 "$bindings/bind.py" lua "$work/rockfall_api.json" "$work/rockfall.lua"
  python3 "$bindings/bind.py" python "$work/rockfall_api.json" "$work/rockfall.py"
  python3 "$bindings/bind.py" javascript "$work/rockfall_api.json" "$work/rockfall_api.mjs"
  run_client env PYTHONPATH="$work" PYTHONDONTWRITEBYTECODE=1 python3 "$clients/drop.py" "$library/librockfall.so"
  if has mcs && has mono; then
    mcs -unsafe -out:"$work/drop.exe" "$work/Rockfall.cs" "$clients/drop.cs" >"$work/mcs.log" ||
      { cat "$work/mcs.log" >&2; fail "the C# client does not compile"; }
    run_client env LD_LIBRARY_PATH="$library" mono "$work/drop.exe"
  else
    skip "c#" "mono-mcs or mono-runtime"
  fi
  if has luajit; then
    run_client env LUA_PATH="$work/?.lua" luajit "$clients/drop.lua" "$library/librockfall.so"
  else
    skip luajit luajit
  fi
  if [ "${ROCKFALL_CLIENTS_WITHOUT:-}" = wasm ]; then
    echo "wasm: left out"
  elif has em++ && has node; then
    wasm=${ROCKFALL_WASM_CORE:-}
    if [ -z "$wasm" ]; then
      # emscripten looks for packages in its own folders only.
      eigen=/usr/share/eigen3/cmake
      [ -d "$eigen" ] || fail "set ROCKFALL_WASM_CORE: Eigen is not in $eigen"
      build_core wasm emcmake cmake -DEigen3_DIR="$eigen"
      wasm=$work/wasm/rockfall_core
    fi
    "$top/sandbox/embed/web/link_module.sh" "$wasm/librockfall.a" "$work/rockfall.mjs"
    cp "$clients/drop.mjs" "$clients/drop_scene.mjs" "$work/"
    run_client node --no-experimental-fetch "$work/drop.mjs"
  else
    skip wasm "emscripten or nodejs"
  fi
else
  for client in python "c#" luajit wasm; do skip "$client" python3; done
fi

hashes=$(cut -d, -f2 "$work/lines" | sort -u | wc -l)
[ "$hashes" -eq 1 ] || fail "the hashes of the states differ"
echo "$(wc -l <"$work/lines") clients, equal hashes"
[ -z "$skipped" ] || exit 77
