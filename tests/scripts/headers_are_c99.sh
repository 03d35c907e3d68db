#!/bin/sh
# Every public header compiles alone as C99 and as C++17 without a warning, with each compiler that is installed.
# The build compiles them with its compiler only (tests/headers).
# label: packaging
# slow
set -eu
include=$(cd "$(dirname "$0")/../.." && pwd)/rockfall_core/include
checked=0
for header in "$include"/rockfall/*.h; do
  name=rockfall/$(basename "$header")
  for compiler in ${CC:-gcc clang}; do
    command -v "$compiler" >/dev/null 2>&1 || continue
    printf '#include <%s>\nint main(void) { return 0; }\n' "$name" |
      "$compiler" -std=c99 -pedantic -Wall -Wextra -Wstrict-prototypes -Werror -fsyntax-only -I"$include" -x c -
    checked=$((checked + 1))
  done
  for compiler in ${CXX:-g++ clang++}; do
    command -v "$compiler" >/dev/null 2>&1 || continue
    printf '#include <%s>\nint main() { return 0; }\n' "$name" |
      "$compiler" -std=c++17 -pedantic -Wall -Wextra -Werror -fsyntax-only -I"$include" -x c++ -
    checked=$((checked + 1))
  done
done
# Check of the test itself: bool without stdbool.h is not C99.
if printf '#include <rockfall/base.h>\nbool b;\n' |
  ${CC:-cc} -std=c99 -pedantic -Wall -Wextra -Werror -fsyntax-only -I"$include" -x c - 2>/dev/null; then
  echo "code with a C++ type was accepted as C99"
  exit 1
fi
echo "$checked translation units"
[ "$checked" -gt 0 ]
