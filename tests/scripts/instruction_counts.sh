#!/bin/sh
# The instructions per rock-step, counted by callgrind, are at most 5 % above tests/bench/instruction_counts.txt.
# Events cost at most 10 % of the steps, and a flight step with exact rotation at most 1.5 times one with the midpoint
# rule; where the lanes are of little use, rf_step_many costs at most 5 % more than rf_step. Unlike times, counts are
# repeatable, but only for one compiler, processor type and build.
#   instruction_counts.sh BUILD            compare
#   instruction_counts.sh BUILD --refresh  update the table
# label: unit
# slow
set -eu
build=$1
table=$(cd "$(dirname "$0")/.." && pwd)/bench/instruction_counts.txt
program=$build/tests/bench/rockfall_counted
command -v valgrind >/dev/null 2>&1 || { echo "valgrind is not installed"; exit 77; }
cmake --build "$build" --target rockfall_counted >"$build/counted.log" 2>&1 || { tail -20 "$build/counted.log"; exit 1; }
if nm "$program" 2>/dev/null | grep -q __asan_init; then
  echo "sanitized programs do not run under valgrind"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

valgrind --tool=callgrind --callgrind-out-file="$work/part" --zero-before=counted_piece --dump-after=counted_piece \
  "$program" >"$work/pieces" 2>"$work/log" || { cat "$work/log"; exit 1; }

# callgrind wrote one file per piece with its sum; the program printed the number of rock-steps of each piece.
grep '^build:' "$work/pieces" >"$work/counts"
number=0
grep -v '^build:' "$work/pieces" | while read -r name steps; do
  number=$((number + 1))
  sum=$(sed -n 's/^summary: *\([0-9]*\).*/\1/p' "$work/part.$number")
  [ "${sum:-0}" -gt 0 ] || { echo "nothing was counted for $name"; exit 1; }
  awk -v name="$name" -v sum="$sum" -v steps="$steps" 'BEGIN { printf "%s %.1f\n", name, sum / steps }'
done >"$work/sums" || { cat "$work/sums" "$work/log"; exit 1; }
cat "$work/sums" >>"$work/counts"
[ "$(wc -l <"$work/counts")" -gt 10 ] || { cat "$work/log"; echo "too few pieces were counted"; exit 1; }

if [ "${2:-}" = --refresh ]; then
  {
    echo "# Instructions per rock-step. Written by tests/scripts/instruction_counts.sh BUILD --refresh"
    cat "$work/counts"
  } >"$table"
  cat "$table"
  exit 0
fi

awk '
  { seen[$1] = $2 }
  END {
    plain = "scene/implicit/many/8_steps"
    if (!seen[plain] || !seen["flight/implicit"]) { print "a piece is missing"; exit 1 }
    if (seen[plain "/events"] > 1.1 * seen[plain]) { print "events cost more than 10 %"; bad = 1 }
    if (seen["flight/exact"] > 1.5 * seen["flight/implicit"]) { print "exact rotation costs too much"; bad = 1 }
    for (name in seen) {
      if (name !~ /^unsuited\/.*\/many$/) continue
      single = name
      sub(/many$/, "single", single)
      if (!seen[single]) { print "a piece is missing: " single; exit 1 }
      if (seen[name] > 1.05 * seen[single]) { print name " costs more than " single; bad = 1 }
      ++unsuited
    }
    if (!unsuited) { print "a piece is missing: unsuited/*/many"; exit 1 }
    exit bad
  }' "$work/counts"

here=$(grep '^build:' "$work/counts")
there=$(grep '^build:' "$table")
if [ "$here" != "$there" ]; then
  echo "not comparable: the table is for '$there', this build is '$here'"
  exit 77
fi
awk '
  /^#/ || /^build:/ || !NF { next }
  NR == FNR { old[$1] = $2; next }
  {
    if (!($1 in old)) { printf "%-32s %10s %10.1f  not in the table\n", $1, "-", $2; bad = 1; next }
    ratio = $2 / old[$1]
    worse = ratio > 1.05
    printf "%-32s %10.1f %10.1f %7.3f%s\n", $1, old[$1], $2, ratio, worse ? "  worse" : ratio < 0.95 ? "  better: refresh the table" : ""
    bad = bad || worse
    seen[$1] = $2
  }
  END {
    for (name in old) if (!(name in seen)) { printf "%-32s %10.1f  no longer counted\n", name, old[name]; bad = 1 }
    exit bad
  }' "$table" "$work/counts" && exit 0
echo "more than 5 % worse, or different pieces; if intended, run tests/scripts/instruction_counts.sh BUILD --refresh"
exit 1
