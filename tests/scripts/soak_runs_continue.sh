#!/bin/sh
# A run of rockfall_soak that was interrupted and continued gives the table of one that was not, in any number of
# threads; tables of different worlds can be added, those of equal worlds cannot.
# label: unit
set -eu
soak=$1/tests/soak/rockfall_soak
[ -x "$soak" ] || { echo "rockfall_soak is not built"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1"; exit 1; }
"$soak" --seed 3 --steps 60000 --out "$work/continued" >/dev/null
next=$(awk '$1 == "next_world" { print $2 }' "$work/continued")
cp "$work/continued" "$work/first"
"$soak" --seed 3 --steps 120000 --out "$work/continued" >"$work/continued.table"
"$soak" --seed 3 --steps 120000 --out "$work/whole" --threads 2 >"$work/whole.table"
cmp "$work/continued.table" "$work/whole.table" && cmp "$work/continued" "$work/whole" || fail "the tables differ"
end=$(awk '$1 == "next_world" { print $2 }' "$work/whole")
[ "$end" -gt "$next" ] || fail "the continued run made no world"
# The second half alone, up to the same world.
second=$(($(awk '$1 ~ /^steps/ { n += $2 } END { print n }' "$work/whole") - $(awk '$1 ~ /^steps/ { n += $2 } END { print n }' "$work/first")))
"$soak" --seed 3 --first-world "$next" --steps "$second" --out "$work/second" >/dev/null
"$soak" --add "$work/first" "$work/second" >"$work/sum.table"
cmp "$work/sum.table" "$work/whole.table" || fail "the sum of two halves is not the whole"
! "$soak" --add "$work/first" "$work/whole" >/dev/null 2>&1 || fail "worlds were counted twice"
! "$soak" --add "$soak" >/dev/null 2>&1 || fail "a file that is no table was added"
! "$soak" --seed 4 --out "$work/first" >/dev/null 2>&1 || fail "a run was continued with another seed"
! "$soak" --steps 1000 --out "$work/none/table" >/dev/null 2>&1 || fail "a file that cannot be written was accepted"
echo "a run of $end worlds"
