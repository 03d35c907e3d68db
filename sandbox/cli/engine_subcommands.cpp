// Subcommands about rocks, recordings, ground presets and the engine itself.
#include <rockfall/recording.h>

#include <iostream>

#include "cli/shared_options.h"
#include "cli/subcommands.h"
#include "common/ending_note.h"
#include "common/options.h"
#include "scenario/scenario.h"
#include "scenario/shapes.h"

namespace sandbox {
namespace {

const char* const replay_footer =
    "\nThe recording holds its scene or names its scenario; terrain, rocks and ground are compared by their hashes, "
    "and a replay on\n"
    "others is refused. Exit code 0: the same bits; 1: they differ (see the log); 2: the recording cannot be\n"
    "replayed.\n"
    "The format of recordings is described in docs/recording.md.\n";

const char* const verify_footer =
    "\nGroups: A free rotation, B director bodies, C friction that grows with slippage, D wheel,\n"
    "E ramp of 1000 rocks, F closed forms, R legacy models of RocFall3, S soil layer.\n"
    "Exit code 0: every row holds; 1: a row fails; 2: wrong arguments.\n";

const char* const plausibility_footer =
    "\nDrops, stopping, talus slopes, long ramps, and run-out against time step, on the ground presets, and the runs\n"
    "near Tschamut where their measurements are found (ROCKFALL_DATA names their folder, docs/scenario.md).\n"
    "A row is either a requirement (pass or FAIL) or a range of observations (in range or outside). Takes minutes;\n"
    "--quick takes seconds: what its few rocks cannot decide is no requirement, but a range. Exit code 0: every\n"
    "requirement holds; 1: one fails; 2: wrong arguments.\n";

}  // namespace

void add_shape(CLI::App& app, ShapeArguments& arguments) {
  CLI::App* shape = app.add_subcommand("shape", "Print the mass properties of a rock");
  std::string names;
  for (const std::string& name : shape_names()) names += (names.empty() ? "" : ", ") + name;
  shape->add_option("shape", arguments.shape, "A .pts, .xyz, .txt, .csv or .obj file, or a standard shape: " + names)
      ->required();
  add_optional(*shape, "--density", arguments.density, "kg/m3; with --mass the shape is scaled to both (default 2700)")
      ->check(any_number());
  add_optional(*shape, "--mass", arguments.mass, "kg; alone it sets the density")->check(any_number());
  shape->add_option("--size", arguments.size, "Overall dimensions x,y,z of a standard shape, m")->type_name("X,Y,Z");
  add_optional(*shape, "--points", arguments.points, "Points of disc (even), ellipsoid and random (default 32)")
      ->check(whole_number_in(6, 1000000));
  add_optional(*shape, "--seed", arguments.seed, "Seed of the shape random: each gives another rock")
      ->check(whole_number());
  shape->footer("\nFiles have one point in each line (x y z, in metres); the rock is their convex hull.\n");
  shape->callback([&arguments] { shape_command(arguments); });
}

void add_record(CLI::App& app, RecordArguments& arguments) {
  CLI::App* record = app.add_subcommand("record", "Run a scenario and record it, to be replayed bit by bit");
  add_scenario(*record, arguments.scenario, arguments.overrides);
  record->add_option("--out", arguments.out, "Recording to write (.rfrec)")
      ->required()
      ->type_name("FILE")
      ->check(place_name());
  record->add_flag("--force", arguments.force, "Replace a recording that exists");
  add_scheme(*record, arguments.overrides.scheme);
  add_optional(*record, "--steps", arguments.steps, "Largest number of steps (default: until all rocks have ended)")
      ->check(whole_number());
  record->add_option("--every", arguments.hash_every, "Steps between two hashes of all states (default 1)")
      ->check(whole_number_in(1, RF_RECORDING_HASH_EVERY_MAX));
  record
      ->add_option("--states", arguments.states_every,
                   "Steps after which the states of all moving rocks are stored; 0: never (default 100)")
      ->check(whole_number_in(0, 1000000000));
  record
      ->add_option("--keyframes", arguments.keyframes,
                   "Memory for keyframes, from which a viewer jumps to any step, MB; 0: none (default 16)")
      ->check(whole_number_in(0, 4095));
  add_threads(*record, arguments.threads);
  add_quiet(*record, arguments.quiet);
  record->callback([&arguments] { record_command(arguments); });
}

void add_replay(CLI::App& app, ReplayArguments& arguments, int& exit_code) {
  CLI::App* replay = app.add_subcommand("replay", "Replay a recording and compare it bit by bit");
  replay->add_option("recording", arguments.file, "Recording (.rfrec)")->required();
  replay
      ->add_option(
          "--scenario", arguments.scenario,
          "Scenario to replay on (default: the scene that the recording holds, else the scenario that it names)")
      ->type_name("SCENARIO");
  replay
      ->add_option("--log", arguments.log,
                   "File for the recorded and the replayed states, if they differ (default: RECORDING.log)")
      ->type_name("FILE");
  replay->add_flag("--force", arguments.force, "Replace a log that exists");
  add_quiet(*replay, arguments.quiet);
  add_optional(*replay, "--disturb", arguments.disturb,
               "Change the last bit of a position after this number of steps, to test that a difference is found")
      ->check(whole_number());
  add_threads(*replay, arguments.threads);
  replay->footer(replay_footer);
  replay->callback([&arguments, &exit_code] { exit_code = replay_command(arguments) ? 0 : 1; });
}

void add_spin(CLI::App& app, SpinArguments& arguments) {
  CLI::App* spin = app.add_subcommand("spin", "Compare the rotation schemes: cost, error, drift");
  CLI::Option* const out =
      spin->add_option("--out", arguments.out, "Plot of cost against error (default: spin.png; \"\" for none)")
          ->type_name("FILE");
  CLI::Option* const force = spin->add_flag("--force", arguments.force, "Replace a plot that exists");
  spin->add_option("--steps", arguments.steps, "Steps over which drifts are measured (default 1000000)")
      ->check(whole_number_in(1, 1000000000));
  spin->add_option("--only", arguments.only, "Run --steps steps of one scheme without comparison, for a profiler")
      ->check(one_of(scheme_names()))
      ->excludes(out)
      ->excludes(force);
  add_quiet(*spin, arguments.quiet);
  spin->callback([&arguments] { spin_command(arguments); });
}

void add_verify(CLI::App& app, verify::Options& options, int& exit_code) {
  CLI::App* verify = app.add_subcommand("verify",
                                        "Check the engine against published results and closed forms: expected, "
                                        "measured, source, verdict");
  verify->add_option("--only", options.only, "Groups to run, separated by commas (default: all)")
      ->type_name("A,B,...")
      ->delimiter(',');
  verify->add_flag("--quick", options.quick, "Fewer rocks in each row");
  verify->add_option("--json", options.json, "File to write the rows to as JSON")->type_name("FILE");
  verify->add_flag("--force", options.force, "Replace that file if it exists");
  add_threads(*verify, options.threads);
  verify->footer(verify_footer);
  verify->callback([&options, &exit_code] {
    const EndingNote note("\nrockfall: interrupted; the rows above hold or fail, the others are not known\n");
    exit_code = verify::run(options) ? 0 : 1;
  });
}

void add_plausibility(CLI::App& app, PlausibilityArguments& arguments, int& exit_code) {
  CLI::App* plausibility = app.add_subcommand(
      "plausibility", "Compare ramps and drops on the ground presets with observations on real slopes");
  plausibility->add_option("--out", arguments.out, "Folder for tables and pictures (default: out/plausibility)")
      ->type_name("FOLDER")
      ->check(place_name());
  add_force(*plausibility, arguments.force);
  plausibility->add_flag("--quick", arguments.quick, "Fewer rocks and time steps");
  add_threads(*plausibility, arguments.threads);
  plausibility->footer(plausibility_footer);
  plausibility->callback([&arguments, &exit_code] { exit_code = plausibility_command(arguments) ? 0 : 1; });
}

void add_ground(CLI::App& app, GroundArguments& arguments) {
  CLI::App* ground = app.add_subcommand("ground", "Print the ground presets: every number, unit, status and source");
  ground->add_option("name", arguments.name, "One preset (default: all)");
  CLI::Option* json = ground->add_flag("--json", arguments.json, "As JSON");
  ground->add_flag("--markdown", arguments.markdown, "As the table of docs/soil.md")->excludes(json);
  ground->callback([&arguments] { ground_command(arguments, std::cout); });
}

}  // namespace sandbox
