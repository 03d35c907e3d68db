// rockfall: the command-line program.
#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <exception>
#include <iostream>
#include <optional>

#include "cli/commands.h"
#include "cli/processes.h"
#include "common/error.h"
#include "common/terminal.h"
#include "common/version.h"
#include "scenario/scenario.h"
#include "scenario/shapes.h"
#include "verify/verify.h"

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
    "\nWrites summary.json (statistics), deposits.csv (where each rock ended), map.png, with --trajectories\n"
    "trajectories.csv, with --rasters hazard rasters, and for every [[line]] of the scenario lines/NAME.csv and a part "
    "of\n"
    "lines.json. Results are the same to the last bit whatever the "
    "number\n"
    "of threads. docs/scenario.md describes the format of scenarios, docs/campaigns.md the results.\n";

/** Adds an option for a value that may be absent. */
template <class Value>
CLI::Option* add_optional(CLI::App& app, const std::string& name, std::optional<Value>& value,
                          const std::string& help) {
  return app.add_option_function<Value>(
      name, [&value](const Value& given) { value = given; }, help);
}

void add_threads(CLI::App& app, unsigned& threads) {
  app.add_option("--threads", threads, "Threads (default: as many as the machine has)")->check(CLI::Range(1, 1024));
}

/** Numbers that may use all 64 bits: CLI11 turns -1 into 2^64 - 1. */
const CLI::Validator whole_number(
    [](const std::string& text) {
      std::uint64_t number = 0;
      const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
      const bool fits = status == std::errc() && end == text.data() + text.size();
      return fits ? std::string() : "'" + text + "' is not a whole number from 0 to 18446744073709551615";
    },
    "", "whole number");

/** The overrides that every command with a scenario has. */
void add_scenario(CLI::App& app, std::string& scenario, sandbox::ScenarioOverrides& overrides) {
  app.add_option("scenario", scenario,
                 "Scenario file (TOML), or the name of one that comes with rockfall (default: mountain)");
  add_optional(app, "--rocks", overrides.rocks, "Number of rocks")->check(CLI::Range(1, 10000000));
  add_optional(app, "--seed", overrides.seed, "Seed of the random numbers")->check(whole_number);
  add_optional(app, "--dt", overrides.time_step, "Time step in seconds");
  app.add_option("--set", overrides.set,
                 "Change a key of the scenario, e.g. --set ground.mu_min=0.4 or --set rock.0.density=2600; repeatable")
      ->allow_extra_args(false);
}

void add_merge(CLI::App& app, sandbox::MergeArguments& arguments) {
  CLI::App* merge = app.add_subcommand("merge", "Unite the parts of rockfall run --shard: the results of one machine");
  merge->add_option("parts", arguments.parts, "Files of --shard, or folders with them")->required();
  merge->add_option("--out", arguments.out, "Folder for the results (default: out/NAME)");
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
      ->add_option("--vary", arguments.vary,
                   "KEY=A,B,C or KEY=FROM:TO:COUNT, with :log for equal ratios; repeat it for several keys")
      ->required()
      ->allow_extra_args(false);
  sweep
      ->add_option("--latin", arguments.latin,
                   "Points of a Latin hypercube over KEY=FROM:TO, instead of all combinations")
      ->check(CLI::Range(1, 100000));
  sweep->add_option("--out", arguments.out, "Folder for the results (default: out/NAME-sweep)");
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
      ->check(CLI::IsMember({"valley"}));
  sample->add_option("--out", arguments.out, "Folder (default: valley)");
  sample->add_option("--cell", arguments.cell, "Cell of the terrain in metres (default 2)")
      ->check(CLI::Range(0.5, 20.0));
  sample->add_option("--rocks", arguments.rocks, "Number of rocks (default 1000)")->check(CLI::Range(1, 10000000));
  sample->add_flag("--force", arguments.force, "Replace a valley that is there");
  sample->callback([&arguments] { sandbox::sample_command(arguments); });
}

void add_scheme(CLI::App& app, std::string& scheme) {
  app.add_option("--scheme", scheme,
                 "Rotation scheme: implicit (the default), explicit (loses the stability of axes),\n"
                 "director or exact")
      ->check(CLI::IsMember(sandbox::scheme_names()));
}

void add_run(CLI::App& app, sandbox::RunArguments& arguments) {
  CLI::App* run = app.add_subcommand("run", "Run a scenario: print the table, write summary, deposits and map");
  add_scenario(*run, arguments.scenario, arguments.overrides);
  run->add_option("--out", arguments.out, "Folder for the results (default: out/NAME)");
  run->add_option("--model", arguments.overrides.model,
                  "hard_contact (the shape of the rock), or a legacy model of RocFall3: rocfall_rigid, rocfall_lumped\n"
                  "(default: as the scenario says)")
      ->check(CLI::IsMember(sandbox::model_names()));
  add_scheme(*run, arguments.overrides.scheme);
  add_threads(*run, arguments.threads);
  run->add_flag("--trajectories", arguments.trajectories, "Write trajectories.csv");
  run->add_option("--sample-distance", arguments.sample_distance,
                  "Points of trajectories every so many metres instead of every record_interval")
      ->check(CLI::PositiveNumber);
  run->add_flag("--rasters", arguments.rasters,
                "Write GeoTIFFs per cell: reach_probability, passages, deposits, E_50 to E_max, PH_50 to PH_99, V_50, "
                "V_95");
  run->add_option("--raster-cell", arguments.raster_cell, "Cell of these rasters in metres (default 2)")
      ->check(CLI::PositiveNumber);
  run->add_option(
      "--until", arguments.until,
      "reach=0.01: end as soon as no cell's reach probability is less certain than +-1 % (95 %); --rocks is "
      "the\nlargest number of rocks. Needs --rasters");
  run->add_option("--checkpoint", arguments.checkpoint,
                  "Save finished rocks to this file every minute, and continue from it if it exists");
  run->add_option("--shard", arguments.shard,
                  "2/4: run the second quarter of the rocks only and write a part for rockfall merge");
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
  compare->add_option("--out", arguments.out, "Folder for the results (default: out/NAME-models)");
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
  calibrate->add_option("--fit", arguments.fits,
                        "A parameter and its bounds, ground.FIELD=FROM:TO or ground.FIELD=FROM:TO:log (logarithmic\n"
                        "scale); FIELD is a name of the table [ground]. Give it once for each parameter");
  calibrate->add_option("--out", arguments.out, "Folder for the results (default: out/NAME-calibration)");
  calibrate->add_option("--evaluations", arguments.evaluations, "Evaluations at the most (default 150)")
      ->check(CLI::Range(1, 1000000));
  add_optional(*calibrate, "--minutes", arguments.minutes, "Minutes at the most (default: no bound)")
      ->check(CLI::Range(0.0, 1e6));
  calibrate->add_option("--optimiser", arguments.optimiser, "Local search: sbplx (the default), bobyqa or nelder_mead")
      ->check(CLI::IsMember(sandbox::calibrate_optimisers()));
  calibrate->add_option("--resume", arguments.resume, "Continue from this file, and save to it");
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
  add_optional(*shape, "--density", arguments.density, "kg/m3; with --mass the shape is scaled to both (default 2700)");
  add_optional(*shape, "--mass", arguments.mass, "kg; alone it sets the density");
  shape->add_option("--size", arguments.size, "Overall dimensions x,y,z of a standard shape, m");
  shape->add_option("--points", arguments.points, "Points of disc, ellipsoid and random (default 32)")
      ->check(CLI::Range(6, 1000000));
  shape->add_option("--seed", arguments.seed, "Which random rock")->check(whole_number);
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
  record->add_option("--out", arguments.out, "Recording to write (.rfrec)")->required();
  add_scheme(*record, arguments.overrides.scheme);
  add_optional(*record, "--steps", arguments.steps, "Steps at the most (default: until all rocks have ended)")
      ->check(whole_number);
  record->add_option("--every", arguments.hash_every, "Steps from one hash of all states to the next (default 1)")
      ->check(CLI::Range(1, 1000000000));
  record
      ->add_option("--states", arguments.states_every,
                   "Steps from one storing of all moving rocks' states to the next; 0: never (default 100)")
      ->check(CLI::Range(0, 1000000000));
  record
      ->add_option("--keyframes", arguments.keyframes,
                   "Memory for keyframes, from which a viewer jumps to any step, MB; 0: none (default 16)")
      ->check(CLI::Range(0, 4095));
  add_threads(*record, arguments.threads);
  record->callback([&arguments] { sandbox::record_command(arguments); });
}

void add_replay(CLI::App& app, sandbox::ReplayArguments& arguments, int& exit_code) {
  CLI::App* replay = app.add_subcommand("replay", "Replay a recording and compare it bit by bit");
  replay->add_option("recording", arguments.file, "Recording (.rfrec)")->required();
  replay->add_option("--scenario", arguments.scenario, "Scenario to replay on (default: the one the recording names)");
  replay->add_option("--log", arguments.log, "Where to write both sides if they differ (default: FILE.log)");
  add_optional(*replay, "--disturb", arguments.disturb,
               "Change the last bit of a position before this step, to test that a difference is found")
      ->check(whole_number);
  add_threads(*replay, arguments.threads);
  replay->footer(replay_footer);
  replay->callback([&arguments, &exit_code] { exit_code = sandbox::replay_command(arguments) ? 0 : 1; });
}

void add_spin(CLI::App& app, sandbox::SpinArguments& arguments) {
  CLI::App* spin = app.add_subcommand("spin", "Compare the rotation schemes: cost, error, drift");
  spin->add_option("--out", arguments.out, "Plot of work against error (default: spin.png; \"\" for none)");
  spin->add_option("--steps", arguments.steps, "Steps over which drifts are measured (default 1000000)")
      ->check(CLI::Range(1, 1000000000));
  spin->add_option("--only", arguments.only, "Run --steps steps of one scheme without comparison, for a profiler")
      ->check(CLI::IsMember(sandbox::scheme_names()));
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
  verify->add_option("--only", options.only, "Groups to run, separated by commas (default: all)")->delimiter(',');
  verify->add_flag("--quick", options.quick, "Smaller ensembles");
  verify->add_option("--json", options.json, "File to write the rows to as JSON");
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
  plausibility->add_option("--out", arguments.out, "Folder for tables and pictures (default: out/plausibility)");
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

/** CLI11's message about a wrong subcommand does not list the subcommands. */
std::string message_of(const CLI::App& app, const CLI::ParseError& error) {
  std::string text = error.what();
  if (!app.get_subcommands().empty()) return text;
  text += "; the commands are:";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    text += " " + command->get_name();
  }
  return text;
}

int run_program(int argc, char** argv) {
  CLI::App app(overview, "rockfall");
  app.set_version_flag("--version", "rockfall " + sandbox::version_text());
  app.require_subcommand(1);
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
    std::cerr << "rockfall: " << message_of(app, error) << "\n(rockfall --help explains)\n";
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
