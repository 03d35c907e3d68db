#include <filesystem>
#include <iostream>
#include <string>

#include "cli/commands.h"
#include "common/error.h"
#include "common/output_file.h"
#include "common/result_folder.h"
#include "plot/map.h"
#include "run/hazard_rasters.h"
#include "run/line_files.h"
#include "run/report.h"
#include "run/vector_files.h"

namespace sandbox {
namespace {

/** Trajectories drawn on the map; all are kept where the user asks for them. */
constexpr std::uint32_t rocks_on_map = 2000;

RunOptions options_of(const RunArguments& arguments, const Scenario& scenario) {
  RunOptions options = run_options(scenario, arguments.threads, arguments.quiet);
  options.sample_distance = arguments.sample_distance;
  options.recorded_rocks = arguments.trajectories ? scenario.rock_count : arguments.no_map ? 0 : rocks_on_map;
  return options;
}

void print_grounds(std::ostream& out, const Scenario& scenario) {
  if (scenario.ground.preset.empty()) return;
  const rf_ground_preset* preset = rf_ground_preset_find(scenario.ground.preset.c_str());
  const bool legacy = scenario.settings.model != RF_MODEL_HARD_CONTACT;
  if ((legacy ? preset->rocfall_confirmed : preset->confirmed) == 0) {
    out << "note: the numbers of the ground preset " << preset->name << " are not confirmed by publications\n";
  }
}

void print_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) std::cerr << "warning: " << warning << "\n";
}

HazardPlan plan_of(const RunArguments& arguments, const Scenario& scenario, const BuiltScene& built) {
  HazardPlan plan;
  plan.classes = built.rock_classes().size();
  if (arguments.rasters) plan.cells = cells_over(built, arguments.raster_cell);
  plan.lines = make_lines(scenario, built);
  return plan;
}

/** Writes everything; the summary last, because it lists the files. */
void write_results(ResultFiles& files, const RunArguments& arguments, const Report& report, const HazardPlan& plan) {
  write_deposits(files.add("deposits.csv"), report);
  write_deposit_layers(files.add("deposits.gpkg"), report, plan.lines);
  if (arguments.trajectories) {
    write_trajectories(files.add("trajectories.csv"), report);
    write_trajectory_layer(files.add("trajectories.gpkg"), report);
  }
  if (plan.cells) write_hazard_rasters(files, report);
  if (!plan.lines.empty()) write_lines(files, report, plan.lines);
  if (!arguments.no_map) write_map(files.add("map.png"), report);
  const std::filesystem::path summary = files.add("summary.json");
  write_summary(summary, report, files.names());
}

}  // namespace

void run_command(const RunArguments& arguments) {
  const Scenario scenario = read_scenario(arguments.scenario, arguments.overrides);
  const std::filesystem::path folder =
      arguments.out.empty() ? std::filesystem::path("out") / scenario.name : std::filesystem::path(arguments.out);
  const std::vector<std::string> former = former_results(folder, arguments.force);
  const BuiltScene built(scenario);
  print_warnings(built.warnings());
  const HazardPlan plan = plan_of(arguments, scenario, built);
  ResultFiles files(folder);

  RunOptions options = options_of(arguments, scenario);
  options.plan = &plan;
  const RunResult result = run_rocks(built, options);
  CampaignStatistics statistics = summarise(result);
  if (scenario.observed && !scenario.observed->runout.empty()) {
    statistics.observed = compare(*scenario.observed, built, result, statistics.runouts);
  }
  const Report report{scenario, built, result, statistics};

  print_report(std::cout, report);
  print_grounds(std::cout, scenario);
  write_results(files, arguments, report, plan);
  std::cout << "\nwritten:\n";
  for (const std::filesystem::path& file : files.finish()) std::cout << "  " << file.string() << "\n";
  remove_former(folder, former, files.names());
  check_faults(result.ends);
}

}  // namespace sandbox
