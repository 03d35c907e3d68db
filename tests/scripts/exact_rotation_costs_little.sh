#!/bin/sh
# The exact free spin takes at most one and a half times the instructions of the implicit midpoint rule.
#   exact_rotation_costs_little.sh BUILD
set -eu
program=$1/sandbox/rockfall
[ -x "$program" ] || { echo "there is no $program"; exit 77; }
command -v valgrind >/dev/null 2>&1 || { echo "valgrind is not installed"; exit 77; }
if nm "$program" 2>/dev/null | grep -q __asan_init; then
  echo "sanitized programs do not run under valgrind"
  exit 77
fi

# Instructions of 20000 steps: what is left of a long run without that of a short one.
instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" spin --only "$1" --steps "$2" 2>&1 |
    sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'
}
cost() {
  long=$(instructions "$1" 30000)
  short=$(instructions "$1" 10000)
  echo $(((long - short) / 20000))
}
midpoint=$(cost implicit)
exact=$(cost exact)
echo "instructions a step: midpoint $midpoint, exact $exact"
[ "$midpoint" -gt 100 ] || { echo "the midpoint rule cannot be that cheap"; exit 1; }
[ $((2 * exact)) -le $((3 * midpoint)) ]
