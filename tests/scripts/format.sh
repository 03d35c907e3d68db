#!/bin/sh
# Every C and C++ file is formatted according to .clang-format, with clang-format 14 (versions differ).
# label: unit
set -eu
cd "$(dirname "$0")/../.."
for tool in clang-format-14 clang-format; do
  if command -v $tool >/dev/null 2>&1 && $tool --version | grep -q 'version 14\.'; then
    format=$tool
    break
  fi
done
[ -n "${format:-}" ] || { echo "clang-format 14 is not installed"; exit 77; }
files=$(find rockfall_core viewer sandbox tests \( -name '*.h' -o -name '*.hpp' -o -name '*.c' -o -name '*.cpp' \) -type f)
# shellcheck disable=SC2086 # word splitting is intended
$format --dry-run --Werror $files || { echo "run $format -i on these files"; exit 1; }
# Check of the test itself: two spaces are reported.
if echo 'int  a;' | $format --dry-run --Werror --assume-filename=rockfall_core/src/a.cpp 2>/dev/null; then
  echo "$format does not report two spaces"
  exit 1
fi
echo "$(echo "$files" | wc -l) files"
