#!/bin/sh
# A C project that uses rockfall through add_subdirectory gets no messages, no cache entries of other names, no
# programs, no tests and no installation from it, and its C99 program builds without a warning.
#   subproject_is_quiet.sh BUILD
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
for tool in cmake ninja; do
  command -v "$tool" >/dev/null 2>&1 || { echo "$tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/consumer"

fail() { echo "$1"; exit 1; }

cat >"$work/consumer/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES C CXX)
message(STATUS "before")
add_subdirectory("$top" rockfall)
message(STATUS "after")
add_executable(drop "$top/sandbox/embed/c99_drop.c")
set_target_properties(drop PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF)
target_compile_options(drop PRIVATE -pedantic -Wall -Wextra -Wconversion -Werror)
target_link_libraries(drop PRIVATE rockfall::core)
END
cmake -S "$work/consumer" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=None >"$work/log" 2>&1 ||
  { cat "$work/log"; fail "the consumer does not configure"; }
printed=$(sed -n '/^-- before$/,/^-- after$/p' "$work/log" | sed '1d;$d')
[ -z "$printed" ] || fail "rockfall prints: $printed"

# Every cache entry that rockfall adds starts with its name or belongs to a package that it searches for.
foreign=$(grep -E '^[A-Za-z0-9_]+:' "$work/build/CMakeCache.txt" |
  grep -vE '^(CMAKE_|_CMAKE_|consumer_|rockfall_|ROCKFALL_|Eigen3_DIR:|Qhull_DIR:)' || true)
[ -z "$foreign" ] || fail "entries in the consumer's cache: $foreign"

cmake --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; fail "the consumer does not build"; }
! grep -i 'warning' "$work/log" || fail "the consumer's build warns"
"$work/build/drop" || fail "the consumer's program does not run"
programs=$(find "$work/build" -type f -perm -u+x ! -path '*/CMakeFiles/*' ! -name '*.so*' | grep -v '/drop$' || true)
[ -z "$programs" ] || fail "programs were built without request: $programs"
cmake --install "$work/build" --prefix "$work/installed" >/dev/null
[ ! -e "$work/installed" ] || fail "files were installed without request: $(find "$work/installed" -type f)"
