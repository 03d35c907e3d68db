#!/bin/sh
# The program notices output that it cannot write, follows links, replaces no device, and leaves complete results.
#   outputs_are_safe.sh BUILD
# label: program
set -eu
program=$(cd "$1" && pwd)/sandbox/rockfall
[ -x "$program" ] || { echo "the program is not built"; exit 77; }
[ -c /dev/full ] || { echo "there is no /dev/full"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0
fail() { echo "$*"; cat out err 2>/dev/null || true; failed=1; }

# expect CODE TEXT ARGUMENTS...: exit code, and the text on standard error.
expect() {
  wanted=$1
  text=$2
  shift 2
  code=0
  timeout 20 "$program" "$@" >out 2>err || code=$?
  { [ "$code" = "$wanted" ] && grep -qF -- "$text" err; } || fail "rockfall $*: exit code $code, not $wanted and '$text'"
}

scenario() {
  cat >s.toml <<END
[scenario]
name = "$1"
[terrain]
kind = "plane"
slope_deg = 40.0
[[rock]]
shape = "box"
name = "$2"
[release]
kind = "point"
points = [[5.0, 5.0]]
height = $3
[settings]
time_limit = 1.0
[run]
rocks = 2
END
}

scenario good box 1.0
ln -s /dev/full full
expect 1 'full: writing failed' record s.toml --out full
expect 2 'full: cannot be created as a folder' run s.toml --quiet --out full
[ -c full ] && [ -h full ] || fail "a link to a device was replaced"
expect 2 'is a folder' record s.toml --out .
ln -s b a; ln -s a b
expect 2 'a: a symbolic link that leads to itself' run s.toml --quiet --out a
for arguments in "run s.toml --quiet --out results" "shape box" "ground" "--help" "--version"; do
  code=0
  "$program" $arguments >/dev/full 2>err || code=$?
  { [ "$code" = 1 ] && grep -q 'standard output cannot be written' err; } || fail "rockfall $arguments >/dev/full: $code"
done
rm -rf results

# Beyond a limit of file sizes, here 4 kB, writes fail like those to a full disk.
complete=$program
printf '#!/bin/sh\nulimit -f 8\nexec "%s" "$@"\n' "$complete" >limited
chmod +x limited
program=$work/limited
expect 1 'r.rfrec: writing failed' record s.toml --rocks 200 --quiet --out r.rfrec
[ ! -e r.rfrec ] || fail "a part of a recording is left"
expect 1 'deposits.csv: writing failed' run s.toml --rocks 200 --quiet --out results
expect 1 'warning: no checkpoint, the run continues' run s.toml --rocks 200 --quiet --out results --checkpoint saved
program=$complete
rm -rf results limited

expect 2 'time step' run s.toml --quiet --out results --dt 1e300
expect 2 'at most 1e9' run s.toml --quiet --out results --dt 1e-300
expect 2 'must be a whole number' run s.toml --quiet --out results --seed -1
expect 2 'must be a whole number' record s.toml --out r.rfrec --steps -1
[ ! -e results ] || fail "refused arguments leave results"
for name in .. . 'a/b' '\u001b[31m' ''; do
  scenario "$name" box 1.0
  expect 2 'scenario.name: must not' run s.toml --quiet
done

# A run in which every rock faults.
scenario good box 1.0
sed -i 's/^time_limit.*/time_limit = 9.0\ntime_step = 0.1\ngravity = 1e300/' s.toml
printf '[ground]\nsoil_strength = 1e6\nsoil_density = 2000.0\nsoil_drag = 2.0\n' >>s.toml
expect 1 'every rock ended with a fault' run s.toml --quiet --out results
expect 1 'every rock ended with a fault' record s.toml --out r.rfrec
rm -rf results

# Recordings, plots, sweeps and comparisons of before stay, too; a place that cannot be written is noticed before the run.
scenario good box 1.0
for arguments in "record s.toml --quiet --out old.rfrec" "sweep s.toml --quiet --vary ground.mu_min=0.2,0.3 --out old" \
  "compare s.toml --quiet --no-picture --out old"; do
  "$program" $arguments >/dev/null || fail "rockfall $arguments fails"
  expect 2 'give --force to replace it' $arguments
  "$program" $arguments --force >/dev/null || fail "rockfall $arguments --force fails"
done
expect 2 'there is no such folder' record s.toml --out absent/r.rfrec
expect 2 'there is no such folder' run s.toml --quiet --out results --checkpoint absent/c
[ ! -e results ] || fail "a checkpoint that cannot be written leaves a folder for results"
echo text >old.png
expect 2 'old.png: exists; give --force to replace it' spin --out old.png
rm -rf old old.rfrec old.png results

# The command of the report runs again, whatever the names.
mkdir "it's a folder"
cp s.toml "it's a folder/a b.toml"
"$program" run "it's a folder/a b.toml" --set 'scenario.description="it'"'"'s $HOME"' --quiet --no-map --out results >/dev/null
python3 - <<'END' >again.sh
import html, re
print(html.unescape(re.search("<pre>(rockfall run .*)</pre>", open("results/report.html").read()).group(1)))
END
sed -i 's/^rockfall/"$program"/; s/$/ --quiet --no-map --out again/' again.sh
export program
sh again.sh >/dev/null 2>err || fail "the command of the report fails: $(cat again.sh)"
cmp -s results/deposits.csv again/deposits.csv || fail "the command of the report gives other results"
grep -qF "it's \$HOME" again/report.html || fail "the command of the report has another value: $(cat again.sh)"
rm -rf results again "it's a folder"

mkdir mine && echo text >mine/notes.txt
expect 2 'holds no summary.json of a run' run s.toml --quiet --out mine

# Results of a former run stay as they are where the next one fails.
scenario good box 1.0
"$program" run s.toml --quiet --out results >/dev/null
cp results/summary.json before.json
rm results/map.png; mkdir results/map.png
expect 2 'give --force' run s.toml --quiet --out results --seed 7
expect 2 'map.png: is a folder' run s.toml --quiet --out results --seed 7 --force
cmp -s results/summary.json before.json || fail "a failed run replaced a part of the results"
rm -rf results/map.png
target=$work/deposits_elsewhere.csv
rm results/deposits.csv; ln -s "$target" results/deposits.csv
"$program" run s.toml --quiet --out results --force >/dev/null
[ -h results/deposits.csv ] && [ -s "$target" ] || fail "a link in the results was replaced"
"$program" run s.toml --quiet --out results --force --trajectories >/dev/null
[ -e results/trajectories.csv ] || fail "no trajectories"
echo mine >results/mine.txt
"$program" run s.toml --quiet --out results --force >/dev/null
[ ! -e results/trajectories.csv ] || fail "a file of the former run is left among those of the new one"
[ -e results/mine.txt ] || fail "a file that is no result was removed"
[ -z "$(find . -name '*.part*')" ] || fail "temporary files are left: $(find . -name '*.part*')"

# Names in tables and on the terminal.
scenario good 'a, \"b\"\nc' 1.0
"$program" run s.toml --quiet --out results --force >/dev/null
python3 - <<'END' || fail "deposits.csv cannot be read as a table"
import csv
rows = list(csv.reader(open("deposits_elsewhere.csv", newline="")))
assert len(rows) == 3 and all(len(row) == len(rows[0]) for row in rows), rows
assert rows[1][1] == 'a, "b"\nc', rows[1]
END
name=$(printf 'x\033]0;title\007.toml')
mv s.toml "$name"
sed -i 's/kind = "plane"/kind = "\\u001b[31m"/' "$name"
expect 2 'is unknown' run "$name"
if LC_ALL=C grep -q "$(printf '[\033\007]')" out err; then fail "control characters reach the terminal"; fi
exit $failed
