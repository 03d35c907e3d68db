#include "verify/field_runs.h"

#include <cmath>

#include "common/error.h"
#include "run/statistics.h"

namespace sandbox::verify {
namespace {

const char* const tschamut_data = "EnviDat, doi 10.16904/envidat.34";
const char* const calibrated = "alpine_meadow";

/** Why the measurements cannot be read; empty if they can. */
std::string missing_data(const std::filesystem::path& scenario) {
  try {
    for (const char* file : {"terrain.asc", "release_points.csv", "observed_deposition.csv"}) {
      resolve(scenario, std::string("data:tschamut2014/") + file);
    }
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/** Observed and simulated run-outs by block, then of all. */
std::vector<Comparison> runouts_on(const std::filesystem::path& file, const std::string& preset, std::uint32_t rocks,
                                   double time_step, unsigned threads) {
  Scenario scenario = read_scenario(file);
  scenario.ground.preset = preset;
  scenario.ground.ground = ground_of_preset(preset);
  scenario.rock_count = rocks;
  scenario.settings.time_step = time_step;
  const BuiltScene built(scenario);
  const RunResult result = run_rocks(built, run_options(scenario, threads, true));
  return compare(read_observed_runouts(*scenario.observed, built), built, result, summarise(result).runouts);
}

double difference(const Comparison& group) { return 100 * (group.simulated.mean / group.observed.mean - 1); }

std::string measured(const Comparison& group) {
  return text("%.1f m for %.1f m: %+.1f %%", group.simulated.mean, group.observed.mean, difference(group));
}

void add_requirements(Table& table, const std::vector<Comparison>& groups, bool decide) {
  const auto add = [&](const std::string& name, const char* expected, const std::string& value, bool holds) {
    table.check_if(decide, std::string(calibrated) + ": " + name, expected, value, tschamut_data, holds);
  };
  for (std::size_t i = 0; i + 1 < groups.size(); ++i) {
    add("block " + groups[i].name, "observed run-out within 15 %", measured(groups[i]),
        std::fabs(difference(groups[i])) <= 15);
  }
  const Comparison& all = groups.back();
  add("mean of all", "observed run-out within 10 %", measured(all), std::fabs(difference(all)) <= 10);
  add("left the terrain", "at most 5 %", text("%.1f %%", 100 * all.left_share), all.left_share <= 0.05);
  if (groups.size() != 4) return;
  const double one = groups[0].simulated.mean, two = groups[1].simulated.mean, four = groups[2].simulated.mean;
  add("order of the blocks", "1 > 2 > 4 or 2 > 1 > 4", text("%.1f, %.1f, %.1f m", one, two, four),
      order_of_blocks_holds(one, two, four));
}

void add_report(Table& table, const char* name, const std::vector<Comparison>& groups) {
  std::string values;
  for (const Comparison& group : groups) {
    values += text("%s%s %+.0f %%", values.empty() ? "" : ", ", group.name.c_str(), difference(group));
  }
  if (groups.size() == 4) {
    const bool holds =
        order_of_blocks_holds(groups[0].simulated.mean, groups[1].simulated.mean, groups[2].simulated.mean);
    values += holds ? "; 1 and 2 farther than 4" : "; not 1 and 2 farther than 4";
  }
  table.report(name, "-", values + text("; %.0f %% left", 100 * groups.back().left_share), tschamut_data);
}

}  // namespace

bool order_of_blocks_holds(double block_1, double block_2, double block_4) {
  return block_1 > block_4 && block_2 > block_4;
}

void require_named_data() {
  if (named_data_folder().empty()) return;
  const std::string missing = missing_data(find_scenario("tschamut"));
  if (!missing.empty()) throw InputError(missing);
}

Table tschamut_runs(const PlausibilityOptions& options) {
  Table table("Tschamut", "18 runs of blocks of 40 to 79 kg: mean run-out");
  const std::filesystem::path file = find_scenario("tschamut");
  const std::string missing = missing_data(file);
  if (!missing.empty()) {
    table.report("18 runs: skipped", "-", missing, tschamut_data);
    return table;
  }
  add_requirements(
      table, runouts_on(file, calibrated, options.quick ? 90 : 1080, options.quick ? 0.002 : 0.001, options.threads),
      !options.quick);
  if (options.quick) return table;
  for (const char* name :
       {"soft", "medium_soft", "medium", "medium_hard", "hard", "ramms_medium_soft", "ramms_medium"}) {
    add_report(table, name, runouts_on(file, name, 180, 0.002, options.threads));
  }
  return table;
}

}  // namespace sandbox::verify
