#!/bin/sh
# The engine comparison builds with the engines that are installed, and the rocks move down the ramp in each of them.
#   engines_run_the_same_scene.sh BUILD
# label: program
# slow
set -eu
build=$1
cmake --build "$build" --target rockfall_engine_comparison >"$build/comparison.log" 2>&1 ||
  { tail -40 "$build/comparison.log"; exit 1; }
rm -f "$build/comparison.log"
program=$build/tests/bench/rockfall_engine_comparison
if "$program" --rocks 0 2>/dev/null; then
  echo "a run without rocks was accepted"
  exit 1
fi
"$program" --rocks 10 --repeats 1 --json | python3 -c '
import json, sys
result = json.load(sys.stdin)
engines = {one["name"]: one for one in result["engines"]}
ours = engines["rockfall, rf_step_many"]
for name, one in engines.items():
    print(name, one["version"], "run-out", one["run_out"], "m in", one["rock_steps"], "rock-steps")
    assert one["rest"] + one["left"] + one["moving"] == 10
    assert one["below_ground"] == 0, "rocks fell through the terrain"
    assert one["ns_per_rock_step"] > 0
    assert abs(one["run_out"] - ours["run_out"]) < 60, "the scene differs"
    assert 0.5 < one["rock_steps"] / ours["rock_steps"] < 2, "the scene differs"
single = engines["rockfall, rf_step"]
assert single["run_out"] == ours["run_out"] and single["rock_steps"] == ours["rock_steps"]
if result["missing"]:
    print("not installed, not compared:", *result["missing"])
sys.exit(77 if len(engines) == 2 else 0)'
