#!/bin/sh
# The program refuses invalid input: exit code 2, one message on standard error that names the file, no results.
#   broken_input_is_refused.sh BUILD
# label: program
set -eu
program=$(cd "$1" && pwd)/sandbox/rockfall
[ -x "$program" ] || { echo "the program is not built"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0

good='[terrain]
kind = "plane"
slope_deg = 40.0
[[rock]]
shape = "box"
[release]
kind = "point"
points = [[5.0, 5.0]]
[settings]
time_limit = 1.0
[run]
rocks = 2'
frame='xllcenter 0
yllcenter 0
cellsize 10
NODATA_value -9999'

# refused TEXT ARGUMENTS...: the program exits with 2 and its message contains the text.
refused() {
  text=$1
  shift
  code=0
  timeout 20 "$program" "$@" --out results >out 2>err || code=$?
  if [ "$code" != 2 ] || ! grep -qF -- "$text" err || [ "$(wc -l <err)" -gt 2 ] || [ -s out ] || [ -e results ]; then
    echo "rockfall $*: exit code $code, expected 2 and '$text'; it printed:"
    cat out err
    failed=1
    rm -rf results
  fi
}

# scenario SED: the valid scenario, edited. with_rock, with_terrain CONTENT: it reads a rock or a terrain file.
scenario() { printf '%s\n' "$good" | sed "$1" >s.toml; }
with_rock() { printf "$1" >rock.pts; scenario 's/shape = "box"/file = "rock.pts"/'; }
with_terrain() { printf "$1" >t.asc; scenario 's/kind = "plane"/file = "t.asc"/; /slope_deg/d'; }

scenario ''
"$program" run s.toml --quiet --out results >/dev/null || { echo "the valid scenario does not run"; exit 1; }
rm -rf results

refused 'absent.toml: there is no such scenario' run absent.toml
: >empty.toml;               refused 'empty.toml: the file is empty' run empty.toml
scenario 's/40.0//';         refused 's.toml:3: not valid TOML' run s.toml
scenario 's/time_limit/time_limmit/'; refused 's.toml:10: settings.time_limmit: unknown key' run s.toml
scenario 's/slope_deg/slope/';        refused 'terrain.slope_deg: is missing; given are: kind, slope' run s.toml
scenario 's/40.0/nan/';      refused 's.toml:3: terrain.slope_deg: must be a finite number' run s.toml
scenario 's/= 2$/= 0/';      refused 's.toml:12: run.rocks' run s.toml

# Arguments.
scenario ''
refused "rockfall: 'rnu' is no command; is 'run' meant?" rnu s.toml
refused '(see rockfall run --help)' run s.toml --rokcs 3
refused '--rocks: must be a whole number from 1 to 10000000' run s.toml --rocks 1e4
refused "--dt: must be a number, not 'fast'" run s.toml --dt fast
for command in run compare record; do refused "--out: must be a name, not ''" $command s.toml --out ''; done
refused "--raster-cell: must be a number above 0, not '0'" run s.toml --rasters --raster-cell 0
refused '--raster-cell requires --rasters' run s.toml --raster-cell 3
refused '--sample-distance requires --trajectories' run s.toml --sample-distance 3
refused "--minutes: must be a number above 0, not '0'" calibrate s.toml --minutes 0
refused "--scheme: must be one of: implicit, explicit, director, exact, not 'new'" run s.toml --scheme new
refused 'command line: ground.mu_min: must be a number' run s.toml --set ground.mu_min=high

with_rock '';                refused 'rock.pts: the file is empty' run s.toml
with_rock '0 0 0\n1 0 0\n';  refused 'at least four' run s.toml
with_rock '0 0 0\n1 nan 0\n0 1 0\n0 0 1\n'; refused 'rock.pts:2: a coordinate is not finite' run s.toml
with_rock '0 0 0\n1 0 0\n0 1 0\n1 1 0\n';   refused 'rock.pts: points lie in one plane' run s.toml
with_rock '0 0 0\n0 0 0\n0 0 0\n0 0 0\n';   refused 'rock.pts: points contain fewer than four' run s.toml

with_terrain "ncols 3\nnrows 3\n$frame\n1 2 3\n4 nan 6\n7 8 9\n"; refused 't.asc:8: value is NaN' run s.toml
with_terrain "ncols 3\nnrows 3\n$frame\n1 2 3\n4 5 6\n7 8\n";     refused 't.asc:10: cut short' run s.toml
with_terrain "ncols 1\nnrows 1\n$frame\n1\n";                     refused 't.asc: ncols' run s.toml
with_terrain "ncols 60000\nnrows 60000\n$frame\n1 2\n";           refused 't.asc: cut short' run s.toml
with_terrain "ncols 2\nnrows 2\n$frame\n-9999 -9999\n-9999 -9999\n"; refused 't.asc: there is no value' run s.toml
rm t.asc;                    refused 's.toml:2: terrain.file: t.asc: there is no such file' run s.toml
printf 'II*\000garbage' >t.asc; refused 't.asc: ' run s.toml

# Files that are absent, and values of places, are named with line and key.
absent() { scenario "$1"; refused "$2: there is no such file" run s.toml; }
absent 's/shape = "box"/file = "no.pts"/' 's.toml:5: rock.file: no.pts'
absent '/points/d; s/"point"/"line"\nfile = "no.gpkg"/' 's.toml:8: release.file: no.gpkg'
absent '/points/d; s/"point"/"runs"\nfile = "no.csv"\nrun = "r"\nx = "x"\ny = "y"/' 's.toml:8: release.file: no.csv'
absent '$a [ground.fields]\nmu_min = "no.tif"' 's.toml:14: ground.fields.mu_min: no.tif'
absent '$a [[line]]\nname = "l"\nfile = "no.gpkg"' 's.toml:15: line.file: no.gpkg'
absent '$a [[forest]]\nfile = "no.gpkg"' 's.toml:14: forest.file: no.gpkg'
scenario 's/kind = "plane"/file = "data:no.asc"/'
ROCKFALL_DATA=. refused 's.toml:2: terrain.file: needs data that do not come with rockfall: no.asc' run s.toml
ramp='s/"plane"/"ramp"\nslope_length = 20.0/'
square='polygon = [[0.0, -9.0], [9.0, -9.0], [9.0, 9.0], [0.0, 9.0]]'
soil() { scenario "$ramp; \$a [[soil]]\\n$square\\n$1"; refused "$2" run s.toml; }
soil 'mu_min = -1' 's.toml:16: soil.mu_min: mu_min is -1, must be'
soil 'restitution_normal = 2' 's.toml:16: soil.restitution_normal: restitution_normal is 2, must be'
soil 'preset = "hard"\nmu_min = 9' 's.toml:17: soil.mu_min: is 9, must be at most mu_max, which is 2 in the preset hard'
soil 'mu_max = 0.2\nmu_min = 0.3' 's.toml:16: soil.mu_max: is 0.2, must be at least mu_min, which is 0.3'
soil 'mu_min = 3' 's.toml:15: soil.polygon: at (0.00, -8.00): mu_max is 0.6, must be at least mu_min'
scenario '$a [scatter]\nmu_min = 3'
refused 'rockfall: s.toml:14: scatter.mu_min: must be a text in quotes' run s.toml

# A terrain of one cell is valid.
with_terrain "ncols 2\nnrows 2\n$frame\n1 2\n4 5\n"
"$program" run s.toml --quiet --out results >/dev/null || { echo "a terrain of one cell does not run"; failed=1; }
exit $failed
