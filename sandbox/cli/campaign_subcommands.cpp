// Subcommands that run scenarios or write them.
#include "cli/shared_options.h"
#include "cli/subcommands.h"
#include "common/options.h"
#include "scenario/scenario.h"

namespace sandbox {
namespace {

const char* const run_footer =
    "\nWrites report.html (one page with tables and pictures), summary.json (statistics, warnings), deposits.csv and\n"
    "deposits.gpkg (where each rock ended), convergence.csv and map.png; with --trajectories trajectories.csv and\n"
    "trajectories.gpkg, with --rasters hazard rasters and their maps, and for every [[line]] of the scenario\n"
    "lines/NAME.csv, lines/NAME.png and a part of lines.json. Results are the same to the last bit whatever the\n"
    "number of threads. docs/scenario.md describes the format of scenarios, docs/campaigns.md the results.\n"
    "Exit code 0: the results are written; 1: the run failed, or every rock ended with a fault; 2: wrong arguments or\n"
    "files, nothing was run.\n";

const char* const compare_footer =
    "\nThe rocks of every model start at the same places with the same clearance, velocity and orientation.\n"
    "Writes compare.json, compare.csv (a line for each rock and model) and compare.png.\n"
    "The models are described in docs/rocfall_models.md.\n";

const char* const calibrate_footer =
    "\nThe scenario needs [release] kind = \"runs\" and [observed] with measured run-outs, deposits, velocities or\n"
    "jump heights. Every evaluation steps the same rocks from the same releases on a trial ground; the misfit is\n"
    "the root mean square of (simulated mean - observed) / scale over all runs; the scale is the mean of the observed\n"
    "values, of deposits the mean distance from the release.\n\n"
    "Examples\n"
    "  rockfall calibrate tschamut --rocks 180 --dt 0.002 --fit ground.mu_min=0.2:0.9 --fit ground.mu_max=0.9:2.5\n"
    "  rockfall calibrate tschamut --rocks 180 --dt 0.002 --fit ground.soil_strength=2e6:40e6:log --minutes 20\n"
    "  rockfall calibrate my.toml --evaluations 300 --resume out/my-calibration/state.json\n\n"
    "A scenario can name its parameters itself, in a table [calibrate] with lines like\n"
    "soil_strength = \"2e6:40e6:log\".\n"
    "The state is saved after every evaluation: after an interruption, or to use more evaluations or minutes, give\n"
    "the same arguments and --resume. Without --resume a folder that holds a calibration is refused. The same seed\n"
    "gives the same result, whatever the number of threads.\n"
    "Writes calibration.json, scenario.toml (to run), calibration.png and state.json. docs/calibration.md explains\n"
    "the method and how to read the result.\n";

}  // namespace

void add_run(CLI::App& app, RunArguments& arguments) {
  CLI::App* run = app.add_subcommand("run", "Run a scenario: print the table, write summary, deposits and map");
  add_scenario(*run, arguments.scenario, arguments.overrides);
  run->add_option("--out", arguments.out, "Folder for the results (default: out/NAME)")
      ->type_name("FOLDER")
      ->check(place_name());
  run->add_option("--model", arguments.overrides.model,
                  "hard_contact (the shape of the rock), or a legacy model of RocFall3: rocfall_rigid, rocfall_lumped\n"
                  "(default: as the scenario says)")
      ->check(one_of(model_names()));
  add_scheme(*run, arguments.overrides.scheme);
  add_threads(*run, arguments.threads);
  CLI::Option* trajectories =
      run->add_flag("--trajectories", arguments.trajectories, "Write trajectories.csv and trajectories.gpkg");
  run->add_option("--sample-distance", arguments.sample_distance,
                  "Points of trajectories every so many metres instead of every record_interval. Needs --trajectories")
      ->check(positive_number())
      ->needs(trajectories);
  CLI::Option* rasters = run->add_flag(
      "--rasters", arguments.rasters,
      "Write rasters (GeoTIFF): reach_probability, passages, deposits, E_50 to E_max, PH_50 to PH_99, V_50, "
      "V_95");
  run->add_option("--raster-cell", arguments.raster_cell,
                  "Cell of these rasters in metres (default 2). Needs --rasters")
      ->check(positive_number())
      ->needs(rasters);
  run->add_option(
         "--until", arguments.until,
         "reach=0.01: end as soon as the reach probability is known to +-1 % (95 % confidence) in every cell;\n"
         "--rocks is the largest number of rocks. Needs --rasters")
      ->type_name("reach=X");
  run->add_option("--checkpoint", arguments.checkpoint,
                  "Save finished rocks to this file every minute and on Ctrl-C, and continue from it if it exists")
      ->type_name("FILE");
  run->add_option("--shard", arguments.shard,
                  "2/4: run the second quarter of the rocks only and write a part for rockfall merge")
      ->type_name("I/N");
  run->add_flag("--no-map", arguments.no_map, "Do not draw pictures");
  add_force(*run, arguments.force);
  add_quiet(*run, arguments.quiet);
  run->footer(run_footer);
  run->callback([&arguments] { run_command(arguments); });
}

void add_compare(CLI::App& app, CompareArguments& arguments) {
  CLI::App* compare = app.add_subcommand("compare", "Run a scenario through every model and show them side by side");
  add_scenario(*compare, arguments.scenario, arguments.overrides);
  compare->add_option("--out", arguments.out, "Folder for the results (default: out/NAME-models)")
      ->type_name("FOLDER")
      ->check(place_name());
  add_force(*compare, arguments.force);
  add_threads(*compare, arguments.threads);
  compare->add_flag("--no-picture", arguments.no_picture, "Do not draw compare.png");
  add_quiet(*compare, arguments.quiet);
  compare->footer(compare_footer);
  compare->callback([&arguments] { compare_command(arguments); });
}

void add_sample(CLI::App& app, SampleArguments& arguments) {
  CLI::App* sample = app.add_subcommand("sample", "Write a scenario with GIS files to begin with");
  sample
      ->add_option("name", arguments.name,
                   "valley: 600 x 800 m with cliff, talus, forest, dam and road, in Swiss coordinates (LV95)")
      ->check(one_of({"valley"}));
  sample->add_option("--out", arguments.out, "Folder (default: valley)")->type_name("FOLDER")->check(place_name());
  sample->add_option("--cell", arguments.cell, "Cell of the terrain in metres (default 2)")->check(number_in(0.5, 20));
  sample->add_option("--rocks", arguments.rocks, "Number of rocks (default 1000)")->check(whole_number_in(1, 10000000));
  sample->add_flag("--force", arguments.force, "Replace a valley that exists");
  sample->callback([&arguments] { sample_command(arguments); });
}

void add_merge(CLI::App& app, MergeArguments& arguments) {
  CLI::App* merge = app.add_subcommand(
      "merge", "Join the parts of rockfall run --shard and write the files that one machine would write");
  merge->add_option("parts", arguments.parts, "Files of --shard, or folders with them")->required();
  merge->add_option("--out", arguments.out, "Folder for the results (default: out/NAME)")
      ->type_name("FOLDER")
      ->check(place_name());
  add_force(*merge, arguments.force);
  merge->add_flag("--no-map", arguments.no_map, "Do not draw pictures");
  merge->footer(
      "\nExample\n"
      "  for i in 1 2 3 4; do rockfall run my.toml --rasters --shard $i/4 --out parts; done\n"
      "  rockfall merge parts --out results\n"
      "docs/campaigns.md has a recipe for Slurm.\n");
  merge->callback([&arguments] { merge_command(arguments); });
}

void add_sweep(CLI::App& app, SweepArguments& arguments) {
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
  sweep
      ->add_option("--out", arguments.out,
                   "Folder for the results (default: out/NAME-sweep; with --resume the folder of its file)")
      ->type_name("FOLDER")
      ->check(place_name());
  sweep->add_option("--resume", arguments.resume, "Continue from this file, and save to it")->type_name("FILE");
  add_force(*sweep, arguments.force);
  add_threads(*sweep, arguments.threads);
  add_quiet(*sweep, arguments.quiet);
  sweep->footer(
      "\nExamples\n"
      "  rockfall sweep ramp_l21 --rocks 100 --vary ground.mu_min=0.2:0.5:4 --vary ground.mu_max=0.8,1.2,2\n"
      "  rockfall sweep my.toml --latin 50 --vary ground.soil_strength=2e6:4e7:log --vary ground.mu_max=0.8:2\n"
      "  rockfall sweep my.toml --vary ground.mu_max=0.8:2:20 --resume out/my-sweep/sweep_state.json\n"
      "Writes sweep.csv (a row per run) and main_effects.png; until all runs are done, the finished ones are in\n"
      "sweep_state.json: after an interruption give the same arguments and --resume.\n");
  sweep->callback([&arguments] { sweep_command(arguments); });
}

void add_calibrate(CLI::App& app, CalibrateArguments& arguments) {
  CLI::App* calibrate = app.add_subcommand("calibrate", "Fit ground parameters of a scenario to its observations");
  calibrate
      ->add_option("scenario", arguments.scenario,
                   "Scenario file (TOML) with [observed] and [release] kind = \"runs\", or the name of one that comes\n"
                   "with rockfall, such as tschamut")
      ->required();
  add_overrides(*calibrate, arguments.overrides);
  calibrate
      ->add_option("--fit", arguments.fits,
                   "A parameter and its bounds, ground.FIELD=FROM:TO or ground.FIELD=FROM:TO:log (logarithmic\n"
                   "scale); FIELD is a name of the table [ground]. soil.N.FIELD is that of the N-th [[soil]], from 0.\n"
                   "Give it once for each parameter")
      ->type_name("KEY=FROM:TO")
      ->allow_extra_args(false);
  calibrate
      ->add_option("--out", arguments.out,
                   "Folder for the results (default: out/NAME-calibration; with --resume the folder of its file)")
      ->type_name("FOLDER")
      ->check(place_name());
  calibrate
      ->add_option(
          "--evaluations", arguments.evaluations,
          "Largest number of evaluations of the search (default 150); 5 per parameter and one with another seed\n"
          "follow, for the uncertainty")
      ->check(whole_number_in(1, 1000000));
  add_optional(
      *calibrate, "--minutes", arguments.minutes,
      "Largest number of minutes (default: no bound), including the evaluations for the uncertainty; a note names\n"
      "what was left out")
      ->check(positive_number());
  calibrate
      ->add_option("--optimiser", arguments.optimiser,
                   "Local search: sbplx (the default), nelder_mead, or bobyqa (two parameters or more)")
      ->check(one_of(calibrate_optimisers()));
  calibrate->add_option("--resume", arguments.resume, "Continue from this file, and save to it")->type_name("FILE");
  add_force(*calibrate, arguments.force);
  add_threads(*calibrate, arguments.threads);
  add_quiet(*calibrate, arguments.quiet);
  calibrate->footer(calibrate_footer);
  calibrate->callback([&arguments] { calibrate_command(arguments); });
}

}  // namespace sandbox
