#!/bin/sh
# The core passes the checks of .clang-tidy. A file is checked again only if it, a header that it includes, or the list
# of checks has changed.
#   tidy.sh BUILD
# label: cross
# slow
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
for tool in clang-tidy clang++ sha1sum; do
  command -v $tool >/dev/null 2>&1 || { echo "$tool is not installed"; exit 77; }
done
clang-tidy --version | grep -q 'version 14\.' || { echo "the list of checks needs clang-tidy 14"; exit 77; }
mkdir -p "$1/variants/tidy"
passed=$(cd "$1" && pwd)/variants/tidy
cd "$top"
eigen=$(sed -n 's|^Eigen3_DIR:PATH=\(.*\)/share/eigen3/cmake$|\1/include/eigen3|p' "$passed/../../CMakeCache.txt")
flags="-std=c++17 -DEIGEN_DONT_VECTORIZE -Wno-psabi -Irockfall_core/include -Irockfall_core/src -isystem ${eigen:-/usr/include/eigen3}"

# Check of the test itself: a null pointer written as 0 is reported.
printf 'int* nothing() { return 0; }\n' >"$passed/probe.cpp"
if clang-tidy --quiet --config-file=.clang-tidy "$passed/probe.cpp" -- -std=c++17 >/dev/null 2>&1; then
  echo "clang-tidy does not report a null pointer written as 0"
  exit 1
fi

export passed flags
# shellcheck disable=SC2016 # expanded by the shell that xargs starts
find rockfall_core/src -name '*.cpp' | sort | xargs -P "${ROCKFALL_JOBS:-$(nproc)}" -n 1 sh -c '
  key=$( (cat .clang-tidy; clang++ $flags -E "$0") 2>/dev/null | sha1sum | cut -c1-40)
  [ -e "$passed/$key" ] && exit 0
  if clang-tidy --quiet "$0" -- $flags >"$passed/$key.log" 2>&1; then
    rm "$passed/$key.log"
    : >"$passed/$key"
  else
    cat "$passed/$key.log"
    exit 1
  fi' || { echo "clang-tidy reported warnings"; exit 1; }
echo "$(find rockfall_core/src -name '*.cpp' | wc -l) files"
