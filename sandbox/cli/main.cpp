// rockfall: the command-line program.
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/processes.h"
#include "common/error.h"
#include "common/terminal.h"
#include "common/text.h"
#include "common/version.h"
#include "scenario/scenario.h"
#include "scenario/shapes.h"
#include "verify/verify.h"

using sandbox::any_number;
using sandbox::number_in;
using sandbox::one_of;
using sandbox::positive_number;
using sandbox::whole_number;
using sandbox::whole_number_in;

namespace {

const char* const overview =
    "rockfall: rocks of any convex shape down a terrain, with hard contact and friction.\n\n"
    "Examples\n"
    "  rockfall run                                  1000 rocks down a real mountain, results in out/mountain\n"
    "  rockfall run ramp_l21 --scheme explicit       a scenario that comes with rockfall, by its name\n"
    "  rockfall run my.toml --out results --rocks 50 --trajectories\n"
    "  rockfall run --model rocfall_lumped           a legacy model of RocFall3 on the same mountain\n"
    "  rockfall sample valley --out valley           a valley with GIS files, to try hazard maps with\n"
    "  rockfall run valley/valley.toml --rasters     hazard rasters and crossings of its dam and road\n"
    "  rockfall compare ramp_l21                     all models side by side\n"
    "  rockfall calibrate tschamut --fit ground.mu_max=0.9:2.5    fit the ground to observed run-outs\n"
    "  rockfall record mountain --rocks 100 --out mountain.rfrec\n"
    "  rockfall replay mountain.rfrec                says whether the bits are the same\n"
    "  rockfall shape eota221 --size 0.93,0.93,0.47 --mass 780\n"
    "  rockfall shape scan.pts --density 2700        mass properties of a scanned rock\n";

const char* const run_footer =
    "\nWrites report.html (one page with tables and pictures), summary.json (statistics, warnings), deposits.csv and\n"
    "deposits.gpkg (where each rock ended), convergence.csv and map.png; with --trajectories trajectories.csv and\n"
    "trajectories.gpkg, with --rasters hazard rasters and their maps, and for every [[line]] of the scenario\n"
    "lines/NAME.csv, lines/NAME.png and a part of lines.json. Results are the same to the last bit whatever the "
    "number\n"
    "of threads. docs/scenario.md describes the format of scenarios, docs/campaigns.md the results.\n"
    "Exit code 0: the results are written; 1: the run failed, or every rock ended with a fault; 2: wrong arguments or\n"
    "files, nothing was run.\n";

/** Adds an option for a value that may be absent. */
template <class Value>
CLI::Option* add_optional(CLI::App& app, const std::string& name, std::optional<Value>& value,
                          const std::string& help) {
  return app.add_option_function<Value>(
      name, [&value](const Value& given) { value = given; }, help);
}

void add_threads(CLI::App& app, unsigned& threads) {
  app.add_option("--threads", threads, "Threads (default: as many as the machine has)")
      ->check(whole_number_in(1, 1024));
}

/** The overrides that every command with a scenario has. */
void add_scenario(CLI::App& app, std::string& scenario, sandbox::ScenarioOverrides& overrides) {
  app.add_option("scenario", scenario,
                 "Scenario file (TOML), or the name of one that comes with rockfall (default: mountain)");
  add_optional(app, "--rocks", overrides.rocks, "Number of rocks")->check(whole_number_in(1, 10000000));
  add_optional(app, "--seed", overrides.seed, "Seed of the random numbers")->check(whole_number());
  add_optional(app, "--dt", overrides.time_step, "Time step in seconds")->check(any_number());
  app.add_option("--set", overrides.set,
                 "Change a key of the scenario, e.g. --set ground.mu_min=0.4 or --set rock.0.density=2600; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

void add_merge(CLI::App& app, sandbox::MergeArguments& arguments) {
  CLI::App* merge = app.add_subcommand("merge", "Unite the parts of rockfall run --shard: the results of one machine");
  merge->add_option("parts", arguments.parts, "Files of --shard, or folders with them")->required();
  merge->add_option("--out", arguments.out, "Folder for the results (default: out/NAME)")->type_name("FOLDER");
  merge->add_flag("--force", arguments.force, "Replace the results that are in the folder");
  merge->footer(
      "\nExample\n"
      "  for i in 1 2 3 4; do rockfall run my.toml --rasters --shard $i/4 --out parts; done\n"
      "  rockfall merge parts --out results\n"
      "docs/campaigns.md has a recipe for Slurm.\n");
  merge->callback([&arguments] { sandbox::merge_command(arguments); });
}

void add_sweep(CLI::App& app, sandbox::SweepArguments& arguments) {
  CLI::App* sweep = app.add_subcommand("sweep", "Run a scenario with different parameters and the same random numbers");
  add_scenario(*sweep, arguments.scenario, arguments.overrides);
  sweep
      ->add_option(
          "--vary", arguments.vary,
          "A key with values, KEY=A,B,C or KEY=FROM:TO:COUNT, with :log for equal ratios; repeat it for several keys")
      ->required()
      ->type_name("KEY=VALUES")
      ->allow_extra_args(false);
  sweep
      ->add_option("--latin", arguments.latin,
                   "Points of a Latin hypercube over KEY=FROM:TO, instead of all combinations")
      ->check(whole_number_in(1, 100000));
  sweep->add_option("--out", arguments.out, "Folder for the results (default: out/NAME-sweep)")->type_name("FOLDER");
  sweep->add_flag("--force", arguments.force, "Replace the results that are in the folder");
  add_threads(*sweep, arguments.threads);
  sweep->add_flag("--quiet", arguments.quiet, "No progress on standard error");
  sweep->footer(
      "\nExamples\n"
      "  rockfall sweep ramp_l21 --rocks 100 --vary ground.mu_min=0.2:0.5:4 --vary ground.mu_max=0.8,1.2,2\n"
      "  rockfall sweep my.toml --latin 50 --vary ground.soil_strength=2e6:4e7:log --vary ground.mu_max=0.8:2\n"
      "Writes sweep.csv (a row per run) and main_effects.png.\n");
  sweep->callback([&arguments] { sandbox::sweep_command(arguments); });
}

void add_sample(CLI::App& app, sandbox::SampleArguments& arguments) {
  CLI::App* sample = app.add_subcommand("sample", "Write a scenario with GIS files to begin with");
  sample->add_option("name", arguments.name, "valley: 600 x 800 m with cliff, talus, forest, dam and road in LV95")
      ->check(one_of({"valley"}));
  sample->add_option("--out", arguments.out, "Folder (default: valley)")->type_name("FOLDER");
  sample->add_option("--cell", arguments.cell, "Cell of the terrain in metres (default 2)")->check(number_in(0.5, 20));
  sample->add_option("--rocks", arguments.rocks, "Number of rocks (default 1000)")->check(whole_number_in(1, 10000000));
  sample->add_flag("--force", arguments.force, "Replace a valley that is there");
  sample->callback([&arguments] { sandbox::sample_command(arguments); });
}

void add_scheme(CLI::App& app, std::string& scheme) {
  app.add_option("--scheme", scheme,
                 "Rotation scheme: implicit (the default), explicit (loses the stability of axes),\n"
                 "director or exact")
      ->check(one_of(sandbox::scheme_names()));
}

void add_run(CLI::App& app, sandbox::RunArguments& arguments) {
  CLI::App* run = app.add_subcommand("run", "Run a scenario: print the table, write summary, deposits and map");
  add_scenario(*run, arguments.scenario, arguments.overrides);
  run->add_option("--out", arguments.out, "Folder for the results (default: out/NAME)")->type_name("FOLDER");
  run->add_option("--model", arguments.overrides.model,
                  "hard_contact (the shape of the rock), or a legacy model of RocFall3: rocfall_rigid, rocfall_lumped\n"
                  "(default: as the scenario says)")
      ->check(one_of(sandbox::model_names()));
  add_scheme(*run, arguments.overrides.scheme);
  add_threads(*run, arguments.threads);
  run->add_flag("--trajectories", arguments.trajectories, "Write trajectories.csv and trajectories.gpkg");
  run->add_option("--sample-distance", arguments.sample_distance,
                  "Points of trajectories every so many metres instead of every record_interval")
      ->check(positive_number());
  run->add_flag("--rasters", arguments.rasters,
                "Write GeoTIFFs per cell: reach_probability, passages, deposits, E_50 to E_max, PH_50 to PH_99, V_50, "
                "V_95");
  run->add_option("--raster-cell", arguments.raster_cell, "Cell of these rasters in metres (default 2)")
      ->check(positive_number());
  run->add_option(
         "--until", arguments.until,
         "reach=0.01: end as soon as the reach probability is known to +-1 % (95 % confidence) in every cell;\n"
         "--rocks is the largest number of rocks. Needs --rasters")
      ->type_name("reach=X");
  run->add_option("--checkpoint", arguments.checkpoint,
                  "Save finished rocks to this file every minute, and continue from it if it exists")
      ->type_name("FILE");
  run->add_option("--shard", arguments.shard,
                  "2/4: run the second quarter of the rocks only and write a part for rockfall merge")
      ->type_name("I/N");
  run->add_flag("--no-map", arguments.no_map, "Do not draw pictures");
  run->add_flag("--force", arguments.force, "Replace the results that are in the folder");
  run->add_flag("--quiet", arguments.quiet, "No progress on standard error");
  run->footer(run_footer);
  run->callback([&arguments] { sandbox::run_command(arguments); });
}

const char* const compare_footer =
    "\nThe rocks of every model start at the same places with the same clearance, velocity and orientation.\n"
    "Writes compare.json, compare.csv (a line for each rock and model) and compare.png.\n"
    "The models are described in docs/rocfall_models.md.\n";

void add_compare(CLI::App& app, sandbox::CompareArguments& arguments) {
  CLI::App* compare = app.add_subcommand("compare", "Run a scenario through every model and show them side by side");
  add_scenario(*compare, arguments.scenario, arguments.overrides);
  compare->add_option("--out", arguments.out, "Folder for the results (default: out/NAME-models)")->type_name("FOLDER");
  compare->add_flag("--force", arguments.force, "Replace the results that are in the folder");
  add_threads(*compare, arguments.threads);
  compare->add_flag("--no-picture", arguments.no_picture, "Do not draw compare.png");
  compare->add_flag("--quiet", arguments.quiet, "No progress on standard error");
  compare->footer(compare_footer);
  compare->callback([&arguments] { sandbox::compare_command(arguments); });
}

const char* const calibrate_footer =
    "\nThe scenario needs [release] kind = \"runs\" and [observed] with measured run-outs, deposits, velocities or "
    "jump\n"
    "heights. Every evaluation steps the same rocks from the same releases on a trial ground; the misfit is the root\n"
    "mean square of (simulated mean - observed) / (mean observed) over all runs.\n\n"
    "Examples\n"
    "  rockfall calibrate tschamut --rocks 180 --dt 0.002 --fit ground.mu_min=0.2:0.9 --fit ground.mu_max=0.9:2.5\n"
    "  rockfall calibrate tschamut --rocks 180 --dt 0.002 --fit ground.soil_strength=2e6:40e6:log --minutes 20\n"
    "  rockfall calibrate my.toml --evaluations 300 --resume out/my-calibration/state.json\n\n"
    "A scenario can name its parameters itself, in a table [calibrate] with lines like soil_strength = "
    "\"2e6:40e6:log\".\n"
    "The state is saved after every evaluation: after an interruption, or to use more evaluations, give the same\n"
    "arguments and --resume. The same seed gives the same result, whatever the number of threads.\n"
    "Writes calibration.json, scenario.toml (to run), calibration.png and state.json. docs/calibration.md explains "
    "the\n"
    "method and how to read the result.\n";

void add_calibrate(CLI::App& app, sandbox::CalibrateArguments& arguments) {
  CLI::App* calibrate = app.add_subcommand("calibrate", "Fit ground parameters of a scenario to its observations");
  add_scenario(*calibrate, arguments.scenario, arguments.overrides);
  calibrate
      ->add_option("--fit", arguments.fits,
                   "A parameter and its bounds, ground.FIELD=FROM:TO or ground.FIELD=FROM:TO:log (logarithmic\n"
                   "scale); FIELD is a name of the table [ground]. Give it once for each parameter")
      ->type_name("KEY=FROM:TO")
      ->allow_extra_args(false);
  calibrate->add_option("--out", arguments.out, "Folder for the results (default: out/NAME-calibration)")
      ->type_name("FOLDER");
  calibrate->add_option("--evaluations", arguments.evaluations, "Evaluations at the most (default 150)")
      ->check(whole_number_in(1, 1000000));
  add_optional(*calibrate, "--minutes", arguments.minutes, "Minutes at the most (default: no bound)")
      ->check(number_in(0, 1e6));
  calibrate->add_option("--optimiser", arguments.optimiser, "Local search: sbplx (the default), bobyqa or nelder_mead")
      ->check(one_of(sandbox::calibrate_optimisers()));
  calibrate->add_option("--resume", arguments.resume, "Continue from this file, and save to it")->type_name("FILE");
  add_threads(*calibrate, arguments.threads);
  calibrate->add_flag("--quiet", arguments.quiet, "No progress on standard error");
  calibrate->footer(calibrate_footer);
  calibrate->callback([&arguments] { sandbox::calibrate_command(arguments); });
}

void add_shape(CLI::App& app, sandbox::ShapeArguments& arguments) {
  CLI::App* shape = app.add_subcommand("shape", "Print the mass properties of a rock");
  std::string names;
  for (const std::string& name : sandbox::shape_names()) names += (names.empty() ? "" : ", ") + name;
  shape->add_option("shape", arguments.shape, "A .pts, .xyz or .obj file, or a standard shape: " + names)->required();
  add_optional(*shape, "--density", arguments.density, "kg/m3; with --mass the shape is scaled to both (default 2700)")
      ->check(any_number());
  add_optional(*shape, "--mass", arguments.mass, "kg; alone it sets the density")->check(any_number());
  shape->add_option("--size", arguments.size, "Overall dimensions x,y,z of a standard shape, m")->type_name("X,Y,Z");
  shape->add_option("--points", arguments.points, "Points of disc, ellipsoid and random (default 32)")
      ->check(whole_number_in(6, 1000000));
  shape->add_option("--seed", arguments.seed, "Which random rock")->check(whole_number());
  shape->footer("\nFiles hold a point a line (x y z, metres); the rock is their convex hull.\n");
  shape->callback([&arguments] { sandbox::shape_command(arguments); });
}

const char* const replay_footer =
    "\nThe recording names its scenario; terrain, rocks and ground are compared by their hashes, and a replay on "
    "others is\n"
    "refused. Exit code 0: the same bits; 1: they differ (see the log); 2: the recording cannot be replayed.\n"
    "The format of recordings is described in docs/recording.md.\n";

void add_record(CLI::App& app, sandbox::RecordArguments& arguments) {
  CLI::App* record = app.add_subcommand("record", "Run a scenario and record it, to be replayed bit by bit");
  add_scenario(*record, arguments.scenario, arguments.overrides);
  record->add_option("--out", arguments.out, "Recording to write (.rfrec)")->required()->type_name("FILE");
  record->add_flag("--force", arguments.force, "Replace a recording that is there");
  add_scheme(*record, arguments.overrides.scheme);
  add_optional(*record, "--steps", arguments.steps, "Steps at the most (default: until all rocks have ended)")
      ->check(whole_number());
  record->add_option("--every", arguments.hash_every, "Steps from one hash of all states to the next (default 1)")
      ->check(whole_number_in(1, 1000000000));
  record
      ->add_option("--states", arguments.states_every,
                   "Steps from one storing of all moving rocks' states to the next; 0: never (default 100)")
      ->check(whole_number_in(0, 1000000000));
  record
      ->add_option("--keyframes", arguments.keyframes,
                   "Memory for keyframes, from which a viewer jumps to any step, MB; 0: none (default 16)")
      ->check(whole_number_in(0, 4095));
  add_threads(*record, arguments.threads);
  record->callback([&arguments] { sandbox::record_command(arguments); });
}

void add_replay(CLI::App& app, sandbox::ReplayArguments& arguments, int& exit_code) {
  CLI::App* replay = app.add_subcommand("replay", "Replay a recording and compare it bit by bit");
  replay->add_option("recording", arguments.file, "Recording (.rfrec)")->required();
  replay->add_option("--scenario", arguments.scenario, "Scenario to replay on (default: the one the recording names)")
      ->type_name("SCENARIO");
  replay->add_option("--log", arguments.log, "Where to write both sides if they differ (default: RECORDING.log)")
      ->type_name("FILE");
  add_optional(*replay, "--disturb", arguments.disturb,
               "Change the last bit of a position before this step, to test that a difference is found")
      ->check(whole_number());
  add_threads(*replay, arguments.threads);
  replay->footer(replay_footer);
  replay->callback([&arguments, &exit_code] { exit_code = sandbox::replay_command(arguments) ? 0 : 1; });
}

void add_spin(CLI::App& app, sandbox::SpinArguments& arguments) {
  CLI::App* spin = app.add_subcommand("spin", "Compare the rotation schemes: cost, error, drift");
  spin->add_option("--out", arguments.out, "Plot of work against error (default: spin.png; \"\" for none)")
      ->type_name("FILE");
  spin->add_option("--steps", arguments.steps, "Steps over which drifts are measured (default 1000000)")
      ->check(whole_number_in(1, 1000000000));
  spin->add_option("--only", arguments.only, "Run --steps steps of one scheme without comparison, for a profiler")
      ->check(one_of(sandbox::scheme_names()));
  spin->callback([&arguments] { sandbox::spin_command(arguments); });
}

const char* const verify_footer =
    "\nGroups: A free rotation, B director bodies, C scarring, D wheel, E ramp of 1000 rocks, F closed forms,\n"
    "R legacy models of RocFall3, S soil layer.\n"
    "Exit code 0: every row holds; 1: a row fails; 2: wrong arguments.\n";

void add_verify(CLI::App& app, sandbox::verify::Options& options, int& exit_code) {
  CLI::App* verify = app.add_subcommand("verify",
                                        "Check the engine against published results and closed forms: expected, "
                                        "measured, source, verdict");
  verify->add_option("--only", options.only, "Groups to run, separated by commas (default: all)")
      ->type_name("A,B,...")
      ->delimiter(',');
  verify->add_flag("--quick", options.quick, "Smaller ensembles");
  verify->add_option("--json", options.json, "File to write the rows to as JSON")->type_name("FILE");
  add_threads(*verify, options.threads);
  verify->footer(verify_footer);
  verify->callback([&options, &exit_code] { exit_code = sandbox::verify::run(options) ? 0 : 1; });
}

const char* const plausibility_footer =
    "\nDrops, stopping, talus slopes, long ramps, and run-out against time step, on the ground presets, and the runs "
    "near\n"
    "Tschamut where ROCKFALL_DATA names a folder with their measurements (else skipped). A row is either a\n"
    "requirement (pass or FAIL) or a range of observations (in range or outside). Takes minutes; --quick takes "
    "seconds\n"
    "with few rocks. Exit code 0: every requirement holds; 1: one fails; 2: wrong arguments.\n";

void add_plausibility(CLI::App& app, sandbox::PlausibilityArguments& arguments, int& exit_code) {
  CLI::App* plausibility = app.add_subcommand(
      "plausibility", "Hold ramps and drops on the ground presets against what rocks on real slopes do");
  plausibility->add_option("--out", arguments.out, "Folder for tables and pictures (default: out/plausibility)")
      ->type_name("FOLDER");
  plausibility->add_flag("--quick", arguments.quick, "Fewer rocks and time steps");
  add_threads(*plausibility, arguments.threads);
  plausibility->footer(plausibility_footer);
  plausibility->callback([&arguments, &exit_code] { exit_code = sandbox::plausibility_command(arguments) ? 0 : 1; });
}

void add_ground(CLI::App& app, sandbox::GroundArguments& arguments) {
  CLI::App* ground = app.add_subcommand("ground", "Print the ground presets: every number, unit, status and source");
  ground->add_option("name", arguments.name, "One preset (default: all)");
  CLI::Option* json = ground->add_flag("--json", arguments.json, "As JSON");
  ground->add_flag("--markdown", arguments.markdown, "As the table of docs/soil.md")->excludes(json);
  ground->callback([&arguments] { sandbox::ground_command(arguments, std::cout); });
}

/** The message about wrong arguments, and how to find the right ones. */
std::string message_of(const CLI::App& app, const CLI::ParseError& error, const char* first) {
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    commands.push_back(command->get_name());
  }
  const std::vector<CLI::App*> used = app.get_subcommands();
  std::string text = error.what();
  // "--rocks: 1 required UINT missing"
  const std::size_t required = text.find(": 1 required ");
  if (required != std::string::npos) text = text.substr(0, required) + " needs a value";
  if (!used.empty()) return text + "\n(rockfall " + used[0]->get_name() + " --help explains)";
  const std::string given = sandbox::shortened(first);
  const std::string meant = sandbox::similar_word(given, commands);
  return "'" + given + "' is no command; " + (meant.empty() ? "" : "is '" + meant + "' meant? ") +
         "the commands are: " + sandbox::join(commands) + "\n(rockfall --help explains)";
}

int run_program(int argc, char** argv) {
  CLI::App app(overview, "rockfall");
  app.set_version_flag("--version", "rockfall " + sandbox::version_text());
  app.require_subcommand(1);
  app.formatter(std::make_shared<sandbox::PlainFormatter>());
  sandbox::RunArguments run;
  sandbox::CompareArguments compare;
  sandbox::SampleArguments sample;
  sandbox::MergeArguments merge;
  sandbox::SweepArguments sweep;
  sandbox::CalibrateArguments calibrate;
  sandbox::ShapeArguments shape;
  sandbox::RecordArguments record;
  sandbox::ReplayArguments replay;
  sandbox::SpinArguments spin;
  sandbox::verify::Options verify;
  sandbox::PlausibilityArguments plausibility;
  sandbox::GroundArguments ground;
  int exit_code = 0;
  add_run(app, run);
  add_compare(app, compare);
  add_sample(app, sample);
  add_merge(app, merge);
  add_sweep(app, sweep);
  add_calibrate(app, calibrate);
  add_shape(app, shape);
  add_record(app, record);
  add_replay(app, replay, exit_code);
  add_spin(app, spin);
  add_verify(app, verify, exit_code);
  add_plausibility(app, plausibility, exit_code);
  add_ground(app, ground);
  if (argc < 2) {
    std::cout << app.help();
    return 2;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::cerr << "rockfall: " << message_of(app, error, argv[1]) << "\n";
    return 2;
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  const sandbox::PrintableOutput out(std::cout), err(std::cerr);
  std::optional<sandbox::Processes> processes;
  try {
    processes.emplace(argc, argv);
    const int exit_code = run_program(argc, argv);
    if (sandbox::flush_standard_output()) return exit_code;
    std::cerr << "rockfall: standard output cannot be written; is the disk full?\n";
    return 1;
  } catch (const sandbox::InputError& error) {
    std::cerr << "rockfall: " << error.what() << "\n";
    if (processes) sandbox::Processes::abort(2);
    return 2;
  } catch (const std::bad_alloc&) {
    std::cerr << "rockfall: not enough memory\n";
  } catch (const std::exception& error) {
    std::cerr << "rockfall: " << error.what() << "\n";
  }
  if (processes) sandbox::Processes::abort(1);
  return 1;
}
