#!/bin/sh
# A step of exact torque-free rotation takes at most 1.5 times the instructions of the implicit midpoint rule.
#   exact_rotation_costs_little.sh BUILD
# label: program
set -eu
program=$1/sandbox/rockfall
[ -x "$program" ] || { echo "$program does not exist"; exit 77; }
command -v valgrind >/dev/null 2>&1 || { echo "valgrind is not installed"; exit 77; }
if nm "$program" 2>/dev/null | grep -q __asan_init; then
  echo "sanitized programs do not run under valgrind"
  exit 77
fi

# Instructions of a run of $2 steps with scheme $1.
instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" spin --only "$1" --steps "$2" 2>&1 |
    sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'
}
# Instructions per step, from the difference of a long and a short run.
cost() {
  long=$(instructions "$1" 30000)
  short=$(instructions "$1" 10000)
  echo $(((long - short) / 20000))
}
midpoint=$(cost implicit)
exact=$(cost exact)
echo "instructions per step: midpoint $midpoint, exact $exact"
[ "$midpoint" -gt 100 ] || { echo "the count for the midpoint rule is too small to be right"; exit 1; }
[ $((2 * exact)) -le $((3 * midpoint)) ]
