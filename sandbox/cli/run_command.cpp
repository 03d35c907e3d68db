#include <filesystem>
#include <iostream>
#include <string>

#include "cli/commands.h"
#include "common/error.h"
#include "common/output_file.h"
#include "plot/map.h"
#include "run/report.h"

namespace sandbox {
namespace {

/** Trajectories drawn on the map; all are kept where the user asks for them. */
constexpr std::uint32_t rocks_on_map = 2000;

RunOptions options_of(const RunArguments& arguments, const Scenario& scenario) {
  RunOptions options = run_options(scenario, arguments.threads, arguments.quiet);
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

}  // namespace

void run_command(const RunArguments& arguments) {
  const Scenario scenario = read_scenario(arguments.scenario, arguments.overrides);
  const BuiltScene built(scenario);
  const std::filesystem::path folder =
      arguments.out.empty() ? std::filesystem::path("out") / scenario.name : std::filesystem::path(arguments.out);
  ResultFiles files(folder);

  const RunResult result = run_rocks(built, options_of(arguments, scenario));
  CampaignStatistics statistics = summarise(result);
  if (scenario.observed && !scenario.observed->runout.empty()) {
    statistics.observed = compare(*scenario.observed, built, result, statistics.runouts);
  }
  const Report report{scenario, built, result, statistics};

  print_report(std::cout, report);
  print_grounds(std::cout, scenario);
  write_summary(files.add("summary.json"), report);
  write_deposits(files.add("deposits.csv"), report);
  if (arguments.trajectories) write_trajectories(files.add("trajectories.csv"), report);
  if (!arguments.no_map) write_map(files.add("map.png"), report);
  std::cout << "\nwritten:\n";
  for (const std::filesystem::path& file : files.finish()) std::cout << "  " << file.string() << "\n";
  check_faults(result.ends);
}

}  // namespace sandbox
