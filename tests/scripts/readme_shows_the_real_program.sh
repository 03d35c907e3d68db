#!/bin/sh
# The C code of the README is what sandbox/embed/c99_drop.c runs, line for line.
#   readme_shows_the_real_program.sh BUILD
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -n '/\[README\]/,/\[README\]/p' "$top/sandbox/embed/c99_drop.c" | sed '/\[README\]/d; s/^  //' >"$work/program"
sed -n '/^```c$/,/^```$/p' "$top/README.md" | sed '/^```/d' >"$work/readme"
[ "$(wc -l <"$work/program")" = 15 ] || { echo "the program's part has $(wc -l <"$work/program") lines, not 15"; exit 1; }
diff "$work/program" "$work/readme" || { echo "README.md shows other code than c99_drop.c"; exit 1; }
