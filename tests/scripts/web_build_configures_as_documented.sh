#!/bin/sh
# The command of docs/embedding_engines.md that configures the build for WebAssembly succeeds.
#   web_build_configures_as_documented.sh BUILD
# label: packaging
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
for tool in emcmake cmake; do
  command -v "$tool" >/dev/null 2>&1 || { echo "$tool is not installed"; exit 77; }
done
export NODE_PATH=/usr/share/nodejs # the packages that Debian's emscripten needs
# CMake takes Unix Makefiles unless told otherwise, and a bare machine has Ninja only.
command -v make >/dev/null 2>&1 || export CMAKE_GENERATOR=Ninja
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1"; exit 1; }

# The command runs to the next backtick, over several lines.
command=$(tr '\n' ' ' <"$top/docs/embedding_engines.md" | grep -o '`emcmake cmake [^`]*`' | tr -d '`')
[ -n "$command" ] || fail "the command is not documented"
eigen=$(echo "$command" | sed -n 's/.*-DEigen3_DIR=\([^ ]*\).*/\1/p')
[ -n "$eigen" ] || fail "the command does not say where Eigen is"
[ -d "$eigen" ] || { echo "Eigen is not in $eigen"; exit 77; }
cd "$top"
# shellcheck disable=SC2086 # word splitting is intended
set -- ${command%% -B wasm*} -B "$work/wasm" ${command#* -B wasm}
"$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "the command fails: $command"; }
[ -e "$work/wasm/CMakeCache.txt" ] || fail "nothing was configured"
