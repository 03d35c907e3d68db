#include <cmath>
#include <filesystem>
#include <iostream>

#include "commands.h"
#include "error.h"
#include "io/output_file.h"
#include "map/map.h"
#include "report.h"
#include "threads.h"

namespace sandbox {
namespace {

/** Enough to show on a map; more only where the user asks for the trajectories themselves. */
constexpr std::uint32_t rocks_on_map = 2000;

void apply(const RunArguments& arguments, Scenario& scenario) {
  if (!arguments.model.empty()) scenario.settings.model = model_by_name(arguments.model);
  if (!arguments.scheme.empty()) scenario.settings.scheme = scheme_by_name(arguments.scheme);
  if (arguments.rocks) scenario.rock_count = *arguments.rocks;
  if (arguments.seed) scenario.seed = *arguments.seed;
  if (arguments.time_step) scenario.settings.time_step = *arguments.time_step;
  rf_error error{};
  if (rf_settings_check(&scenario.settings, &error) != RF_OK) throw InputError(error.text);
}

RunOptions options_of(const RunArguments& arguments, const Scenario& scenario) {
  RunOptions options;
  options.rocks = scenario.rock_count;
  options.seed = scenario.seed;
  options.threads = arguments.threads == 0 ? machine_threads() : arguments.threads;
  options.record_interval = scenario.record_interval;
  options.recorded_rocks = arguments.trajectories ? scenario.rock_count : arguments.no_map ? 0 : rocks_on_map;
  options.quiet = arguments.quiet;
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
  Scenario scenario = read_scenario(find_scenario(arguments.scenario));
  apply(arguments, scenario);
  const BuiltScene built(scenario);
  const std::filesystem::path folder =
      arguments.out.empty() ? std::filesystem::path("out") / scenario.name : std::filesystem::path(arguments.out);
  make_folder(folder);

  const RunResult result = run_rocks(built, options_of(arguments, scenario));
  CampaignStatistics statistics = summarise(result);
  if (scenario.observed) statistics.observed = compare(*scenario.observed, built, result, statistics.runouts);
  const Report report{scenario, built, result, statistics};

  print_report(std::cout, report);
  print_grounds(std::cout, scenario);
  std::cout << "\nwritten:\n";
  const auto written = [](const std::filesystem::path& file) { std::cout << "  " << file.string() << std::endl; };
  write_summary(folder / "summary.json", report);
  written(folder / "summary.json");
  write_deposits(folder / "deposits.csv", report);
  written(folder / "deposits.csv");
  if (arguments.trajectories) {
    write_trajectories(folder / "trajectories.csv", report);
    written(folder / "trajectories.csv");
  }
  if (!arguments.no_map) {
    write_map(folder / "map.png", report);
    written(folder / "map.png");
  }
}

}  // namespace sandbox
