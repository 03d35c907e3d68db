// Statistics of a campaign: moments, run-out, lateral spread, ends, and the comparison with observed run-outs.
#ifndef ROCKFALL_SANDBOX_RUN_STATISTICS_H
#define ROCKFALL_SANDBOX_RUN_STATISTICS_H

#include <rockfall/rockfall.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "run/run.h"

namespace sandbox {

/** Summary of a distribution. */
struct Spread {
  double mean = 0;
  double sd = 0;  ///< of the population
  double q50 = 0;
  double q95 = 0;
  double max = 0;
};

Spread spread_of(std::vector<double> values);

/** Quantile of sorted values, interpolated between neighbours. */
double quantile(const std::vector<double>& sorted, double share);

/** Names of the ends of a rock in files, by rf_end - 1. */
const std::array<std::string, 4>& end_names();
const std::string& end_name(std::int32_t end);
/** How a rock ended, in words: "left the terrain". "moves" for RF_MOVING. */
const char* end_text(std::int32_t end);

/** Observed and simulated run-outs of a group of runs. */
struct Comparison {
  std::string name;
  bool total = false;  ///< of all runs; a group may have the same name
  std::uint32_t runs = 0;
  std::uint32_t runs_with_rocks = 0;  ///< fewer where there are fewer rocks than runs
  std::uint32_t rocks = 0;
  std::uint32_t rocks_stopped = 0;  ///< on the terrain
  rf_moments observed{};            ///< of the runs of the rocks, each as often as it has rocks; 0 without rocks
  rf_moments simulated{};           ///< of all rocks; to the edge for rocks that left the terrain; 0 without rocks
  rf_moments stopped{};             ///< of the rocks that stopped; 0 without such rocks
  double left_share = 0;

  /** The name in tables. */
  std::string label() const { return total ? "all runs" : name; }
};

struct CampaignStatistics {
  rf_campaign_summary moments{};
  Spread runout;
  Spread lateral;
  double direction[2] = {1, 0};  ///< mean direction of the run-out
  std::array<std::uint32_t, 4> ended{};
  std::vector<double> runouts;       ///< by rock, m
  std::vector<Comparison> observed;  ///< groups, then all; empty without observations
};

/** Horizontal distance from start to end, m. */
double runout_of(const rf_rock_statistics& statistics, const rf_state& end);

CampaignStatistics summarise(const RunResult& result);

/** Observed run-outs by run, in the order of BuiltScene. */
struct ObservedRunouts {
  std::vector<std::optional<double>> runouts;  ///< m; nothing where it was not observed
  std::vector<std::string> groups;
  std::vector<std::string> warnings;  ///< about rows that are not used and runs without a run-out
};

/** Throws InputError: the file cannot be read, a run that is released has no row, or no run has a run-out. */
ObservedRunouts read_observed_runouts(const ObservedSpec& spec, const BuiltScene& built);

/** Says how many runs have no rock; empty if all have one. @param rocks  number of all rocks */
std::string warning_of_runs(const BuiltScene& built, std::uint32_t rocks);

/** Comparison with the observations: of the groups, then of all. Without runs whose run-out was not observed. */
std::vector<Comparison> compare(const ObservedRunouts& observed, const BuiltScene& built, const RunResult& result,
                                const std::vector<double>& runouts);

}  // namespace sandbox
#endif
