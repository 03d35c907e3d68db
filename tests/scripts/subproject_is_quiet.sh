#!/bin/sh
# A C project that uses rockfall through add_subdirectory gets no messages, no cache entries of other names, no
# programs, no tests and no installation from it. Its C99 program builds without a warning. The core is
# optimised although the project sets no build type. The golden scenes give the same bits, also in other floating-point
# environments of the host. Built with clang, if it is installed: other tests use gcc.
#   subproject_is_quiet.sh BUILD
# label: packaging
# slow
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
for tool in cmake ninja; do
  command -v "$tool" >/dev/null 2>&1 || { echo "$tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
built=$(cd "$1" && pwd)/variants/shared

fail() { echo "$1"; exit 1; }

configure() {
  # shellcheck disable=SC2086 # word splitting is intended
  env -u CFLAGS -u CXXFLAGS -u CMAKE_BUILD_TYPE cmake -S "$top/tests/subproject" -B "$work/other" -G Ninja $compiler "$@" \
    >"$work/log" 2>&1 || { cat "$work/log"; fail "the consumer does not configure"; }
}
compiler=""
! command -v clang++ >/dev/null 2>&1 || compiler="-DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++"
configure
printed=$(sed -n '/^-- before$/,/^-- after$/p' "$work/log" | sed '1d;$d')
[ -z "$printed" ] || fail "rockfall prints: $printed"

# Every cache entry that rockfall adds starts with its name or belongs to a package that it searches for.
foreign=$(grep -E '^[A-Za-z0-9_]+:' "$work/other/CMakeCache.txt" |
  grep -vE '^(CMAKE_|_CMAKE_|consumer_|rockfall_|ROCKFALL_|Eigen3_DIR:|Qhull_DIR:)' || true)
[ -z "$foreign" ] || fail "entries in the consumer's cache: $foreign"
# Not built, so that a rule of installation would fail or install a header.
cmake --install "$work/other" --prefix "$work/installed" >"$work/log" 2>&1 ||
  { cat "$work/log"; fail "the consumer's installation installs rockfall without request"; }
[ ! -e "$work/installed" ] || fail "files were installed without request: $(find "$work/installed" -type f)"

# The build of tests/subproject, in which a warning is an error.
"$top/tests/build_variant.sh" "$1" shared
"$built/drop" || fail "the consumer's program does not run"
golden() { "$built/golden" "$@" | cmp - "$top/tests/determinism/golden.txt" || fail "other bits: golden $*"; }
golden
for mode in $("$built/golden" --host modes); do golden --host "$mode"; done
programs=$(find "$built" -type f -perm -u+x ! -path '*/CMakeFiles/*' ! -name '*.so*' | grep -vE '/(drop|golden)$' || true)
[ -z "$programs" ] || fail "programs were built without request: $programs"

# The effective optimisation options of the files of the core, in one line.
optimisation() {
  python3 - "$1/compile_commands.json" <<'END'
import json, sys
files = [entry for entry in json.load(open(sys.argv[1])) if "/rockfall_core/src/" in entry["file"]]
assert len(files) > 40, f"only {len(files)} files of the core found"
print(*sorted({([word for word in entry["command"].split() if word.startswith("-O")] or ["none"])[-1] for entry in files}))
END
}
expect_optimisation() {
  expected=$1
  shift
  configure -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "$@"
  [ "$(optimisation "$work/other")" = "$expected" ] || fail "$*: $(optimisation "$work/other") instead of $expected"
}
# The same folder again: that saves the detection of the compilers.
expect_optimisation -O2
expect_optimisation -O2 -DCMAKE_BUILD_TYPE=Debug
expect_optimisation -O3 -DCMAKE_BUILD_TYPE=Release
expect_optimisation none -DCMAKE_BUILD_TYPE= -DROCKFALL_DEBUG_CORE=ON

# The program takes about as many instructions as in the main build; without optimisation it would take 30 times more.
optimised=$1/sandbox/embed/c99_drop
if [ -x "$optimised" ] && command -v valgrind >/dev/null 2>&1 && ! nm "$optimised" | grep -q __asan_init; then
  instructions() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" 2>&1 |
    sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'; }
  here=$(instructions "$built/drop") there=$(instructions "$optimised")
  echo "instructions: $here without a build type, $there in the main build"
  [ "$here" -gt 1000000 ] && [ "$here" -lt $((2 * there)) ] || fail "the core is slow without a build type"
fi

# Without Qhull the consumer is told so, unless it asked for that.
configure -DCMAKE_DISABLE_FIND_PACKAGE_Qhull=ON
grep -q "Qhull not found; rocks need finished hulls" "$work/log" || fail "a missing Qhull is not reported"
configure -DROCKFALL_QHULL=OFF
! grep -q "Qhull not found" "$work/log" || fail "a missing Qhull is reported although it is not wanted"
