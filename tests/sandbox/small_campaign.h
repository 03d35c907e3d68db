// A small campaign for tests of its files.
#ifndef ROCKFALL_TESTS_SANDBOX_SMALL_CAMPAIGN_H
#define ROCKFALL_TESTS_SANDBOX_SMALL_CAMPAIGN_H

#include <doctest/doctest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "run/hazard.h"
#include "slope.h"
#include "temporary.h"

namespace fs = std::filesystem;

inline const std::string campaign_text =
    slope + "[[line]]\nname = \"foot\"\npoints = [[20.0, -30.0], [22.0, 30.0]]\n[[event]]\nreturn_period = 30\n";

inline sandbox::RunArguments arguments_of(const Temporary& temporary, const std::string& out) {
  sandbox::RunArguments arguments;
  arguments.scenario = temporary.write("s.toml", campaign_text).string();
  arguments.out = (temporary.folder / out).string();
  arguments.overrides.rocks = 30;
  arguments.overrides.time_step = 0.005;
  arguments.rasters = arguments.trajectories = arguments.quiet = true;
  return arguments;
}

/** The campaign with passages over cells, for runs without a command. */
struct CellCampaign {
  explicit CellCampaign(double cell, const std::vector<sandbox::Assignment>& changes = {})
      : scenario(sandbox::parse_scenario(campaign_text, "s.toml", changes)), built(scenario) {
    plan.cells = sandbox::cells_over(built, cell);
    options.quiet = true;
    options.plan = &plan;
  }
  CellCampaign(const CellCampaign&) = delete;
  CellCampaign& operator=(const CellCampaign&) = delete;

  const sandbox::Scenario scenario;
  const sandbox::BuiltScene built;
  sandbox::HazardPlan plan;
  sandbox::RunOptions options;
};

/** Files of two folders that differ; the summary is compared without its computing times. */
inline std::vector<std::string> differences(const fs::path& a, const fs::path& b) {
  std::vector<std::string> names;
  const auto content = [](const fs::path& file) {
    std::string text = read_all(file);
    if (file.filename() != "summary.json") return text;
    std::string kept;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (!says(line, "wall_s") && !says(line, "ns_per_rock_step") && !says(line, "threads")) kept += line + "\n";
    }
    return kept;
  };
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(a)) {
    if (!entry.is_regular_file()) continue;
    ++count;
    const fs::path other = b / fs::relative(entry.path(), a);
    if (!fs::exists(other) || content(entry.path()) != content(other)) names.push_back(other.string());
  }
  for (const auto& entry : fs::recursive_directory_iterator(b)) count -= entry.is_regular_file() ? 1 : 0;
  if (count != 0) names.emplace_back("another number of files");
  return names;
}

#endif
