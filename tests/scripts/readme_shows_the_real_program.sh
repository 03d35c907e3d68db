#!/bin/sh
# The C code in README.md equals the marked lines of sandbox/embed/c99_drop.c.
#   readme_shows_the_real_program.sh BUILD
# label: program
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -n '/\[README\]/,/\[README\]/p' "$top/sandbox/embed/c99_drop.c" | sed '/\[README\]/d; s/^  //' >"$work/program"
sed -n '/^```c$/,/^```$/p' "$top/README.md" | sed '/^```/d' >"$work/readme"
[ "$(wc -l <"$work/program")" = 15 ] || { echo "the marked part has $(wc -l <"$work/program") lines, not 15"; exit 1; }
diff "$work/program" "$work/readme" || { echo "the code in README.md differs from c99_drop.c"; exit 1; }
