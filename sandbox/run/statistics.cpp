#include "run/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "common/error.h"
#include "common/quantile.h"
#include "common/text.h"
#include "scenario/observed_runs.h"

namespace sandbox {
namespace {

rf_moments moments_of(const std::vector<double>& values) {
  rf_moments moments{};
  if (values.empty()) return moments;
  const auto count = static_cast<double>(values.size());
  for (const double value : values) moments.mean += value / count;
  double variance = 0;
  for (const double value : values) variance += (value - moments.mean) * (value - moments.mean) / count;
  moments.sd = std::sqrt(variance);
  return moments;
}

/** Samples of one group of runs. */
struct Group {
  std::vector<double> observed, simulated, stopped;  ///< a value for each rock
  std::uint32_t runs = 0, runs_with_rocks = 0;
  std::uint32_t left = 0;

  void add_run(bool has_rocks) {
    ++runs;
    if (has_rocks) ++runs_with_rocks;
  }
  void add(double seen, double runout, std::int32_t end) {
    observed.push_back(seen);
    simulated.push_back(runout);
    if (end == RF_ENDED_STOPPED) stopped.push_back(runout);
    if (end == RF_ENDED_LEFT_TERRAIN) ++left;
  }
};

std::vector<std::uint32_t> rocks_of_runs(const BuiltScene& built, std::uint32_t rocks) {
  std::vector<std::uint32_t> counts(built.run_count(), 0);
  for (std::uint32_t rock = 0; rock < rocks; ++rock) ++counts[built.run_of(rock)];
  return counts;
}

Comparison comparison_of(const std::string& name, const Group& group) {
  Comparison comparison;
  comparison.name = name;
  comparison.runs = group.runs;
  comparison.runs_with_rocks = group.runs_with_rocks;
  comparison.rocks = static_cast<std::uint32_t>(group.simulated.size());
  comparison.rocks_stopped = static_cast<std::uint32_t>(group.stopped.size());
  comparison.observed = moments_of(group.observed);
  comparison.simulated = moments_of(group.simulated);
  comparison.stopped = moments_of(group.stopped);
  comparison.left_share = group.simulated.empty() ? 0 : group.left / static_cast<double>(group.simulated.size());
  return comparison;
}

}  // namespace

double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  return quantile_of_ranks(sorted.size(), share, [&](std::size_t rank) { return sorted[rank]; });
}

Spread spread_of(std::vector<double> values) {
  Spread spread;
  const rf_moments moments = moments_of(values);
  std::sort(values.begin(), values.end());
  spread.mean = moments.mean;
  spread.sd = moments.sd;
  spread.q50 = quantile(values, 0.5);
  spread.q95 = quantile(values, 0.95);
  spread.max = values.empty() ? 0 : values.back();
  return spread;
}

const std::array<std::string, 4>& end_names() {
  static const std::array<std::string, 4> names = {rf_end_name(RF_ENDED_STOPPED), rf_end_name(RF_ENDED_LEFT_TERRAIN),
                                                   rf_end_name(RF_ENDED_TIME_LIMIT), rf_end_name(RF_ENDED_FAULT)};
  return names;
}

const std::string& end_name(std::int32_t end) { return end_names().at(static_cast<std::size_t>(end - 1)); }

const char* end_text(std::int32_t end) {
  switch (end) {
    case RF_ENDED_STOPPED:
      return "stopped";
    case RF_ENDED_LEFT_TERRAIN:
      return "left the terrain";
    case RF_ENDED_TIME_LIMIT:
      return "time limit";
    case RF_ENDED_FAULT:
      return "fault";
    default:
      return "moves";
  }
}

double runout_of(const rf_rock_statistics& statistics, const rf_state& end) {
  const double dx = end.position[0] - statistics.start[0];
  const double dy = end.position[1] - statistics.start[1];
  return std::sqrt(dx * dx + dy * dy);
}

CampaignStatistics summarise(const RunResult& result) {
  CampaignStatistics statistics;
  const auto count = static_cast<std::uint32_t>(result.rock_statistics.size());
  if (rf_summarise(result.rock_statistics.data(), count, &statistics.moments) != RF_OK) {
    throw RunError("the statistics could not be computed");
  }
  double sum[2] = {0, 0};
  for (std::size_t i = 0; i < count; ++i) {
    statistics.runouts.push_back(runout_of(result.rock_statistics[i], result.ends[i]));
    for (std::size_t k = 0; k < 2; ++k) sum[k] += result.ends[i].position[k] - result.rock_statistics[i].start[k];
    ++statistics.ended.at(static_cast<std::size_t>(result.ends[i].end - 1));
  }
  const double length = std::sqrt(sum[0] * sum[0] + sum[1] * sum[1]);
  if (length > 0) {
    statistics.direction[0] = sum[0] / length;
    statistics.direction[1] = sum[1] / length;
  }
  std::vector<double> offsets;
  for (std::size_t i = 0; i < count; ++i) {
    const double dx = result.ends[i].position[0] - result.rock_statistics[i].start[0];
    const double dy = result.ends[i].position[1] - result.rock_statistics[i].start[1];
    offsets.push_back(std::fabs(dy * statistics.direction[0] - dx * statistics.direction[1]));
  }
  statistics.runout = spread_of(statistics.runouts);
  statistics.lateral = spread_of(std::move(offsets));
  return statistics;
}

ObservedRunouts read_observed_runouts(const ObservedSpec& spec, const BuiltScene& built) {
  const ObservedRuns runs(spec, built);
  const std::size_t column = runs.table().column(spec.runout);
  ObservedRunouts observed;
  observed.groups = runs.groups();
  if (!runs.warning().empty()) observed.warnings.push_back(runs.warning());
  for (std::size_t run = 0; run < runs.rows().size(); ++run) {
    const std::optional<double> runout = runs.number(run, column);
    if (runout && *runout < 0) {
      throw InputError(runs.table().place(runs.rows()[run], column) + ": the run-out is negative");
    }
    observed.runouts.push_back(runout);
  }
  const auto without =
      static_cast<std::size_t>(std::count(observed.runouts.begin(), observed.runouts.end(), std::nullopt));
  if (without == observed.runouts.size()) {
    throw InputError(spec.file.string() + ": there is no run-out of a run that is released");
  }
  if (without > 0) {
    observed.warnings.push_back("no run-out was observed on " + std::to_string(without) + " of " +
                                counted(observed.runouts.size(), "run") + "; the comparison leaves them out");
  }
  return observed;
}

std::string warning_of_runs(const BuiltScene& built, std::uint32_t rocks) {
  const std::vector<std::uint32_t> counts = rocks_of_runs(built, rocks);
  const auto without = std::count(counts.begin(), counts.end(), 0u);
  if (without == 0) return {};
  return std::to_string(without) + " of " + counted(counts.size(), "run") + (without == 1 ? " has" : " have") +
         " no rock, with " + counted(rocks, "rock") + " in all";
}

std::vector<Comparison> compare(const ObservedRunouts& observed, const BuiltScene& built, const RunResult& result,
                                const std::vector<double>& runouts) {
  Group all;
  std::map<std::string, Group> groups;
  const std::vector<std::uint32_t> rocks = rocks_of_runs(built, static_cast<std::uint32_t>(runouts.size()));
  for (std::size_t run = 0; run < observed.runouts.size(); ++run) {
    if (!observed.runouts[run]) continue;
    all.add_run(rocks[run] > 0);
    if (!observed.groups[run].empty()) groups[observed.groups[run]].add_run(rocks[run] > 0);
  }
  for (std::size_t rock = 0; rock < runouts.size(); ++rock) {
    const std::int32_t end = result.ends[rock].end;
    const std::size_t run = built.run_of(static_cast<std::uint32_t>(rock));
    const std::optional<double> seen = observed.runouts[run];
    if (!seen) continue;
    all.add(*seen, runouts[rock], end);
    if (!observed.groups[run].empty()) groups[observed.groups[run]].add(*seen, runouts[rock], end);
  }
  std::vector<Comparison> comparisons;
  for (const auto& [name, group] : groups) comparisons.push_back(comparison_of(name, group));
  comparisons.push_back(comparison_of("all", all));
  comparisons.back().total = true;
  return comparisons;
}

}  // namespace sandbox
