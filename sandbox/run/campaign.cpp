#include "run/campaign.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <unordered_map>

#include "common/error.h"
#include "common/room.h"
#include "common/text.h"
#include "run/campaign_difference.h"
#include "run/hazard_rasters.h"
#include "run/line_files.h"
#include "run/statistics.h"

namespace sandbox {
namespace {

ConvergencePoint point_of(const std::vector<double>& runouts) {
  ConvergencePoint point;
  point.rocks = static_cast<std::uint32_t>(runouts.size());
  point.reach = std::numeric_limits<double>::quiet_NaN();
  const Spread spread = spread_of(runouts);
  point.runout_mean = spread.mean;
  // The variance of the population from that of the sample: n / (n - 1).
  point.runout_mean_error = runouts.size() > 1 ? spread.sd / std::sqrt(static_cast<double>(runouts.size() - 1))
                                               : std::numeric_limits<double>::quiet_NaN();
  point.runout_95 = quantile_of(runouts, 0.95);
  return point;
}

std::vector<double> runouts_of(const RunResult& result) {
  std::vector<double> runouts;
  for (std::size_t i = 0; i < result.ends.size(); ++i) {
    runouts.push_back(runout_of(result.rock_statistics[i], result.ends[i]));
  }
  return runouts;
}

/** Time and memory of the whole, from the first rocks; and what the machine does not have. */
void print_estimate(const RunResult& first, double seconds, const RunOptions& options, const CampaignControl& control) {
  const double results = results_bytes(first, options), memory = results + rasters_bytes(first);
  double files = files_bytes(first, options, control.trajectories);
  if (!control.checkpoint.empty()) files += results;
  if (!control.folder.empty()) {
    for (const std::string& text : shortages(memory, files, room_for(control.folder))) {
      std::fprintf(stderr, "warning: %s\n", text.c_str());
    }
  }
  if (options.quiet || seconds < 5) return;
  std::fprintf(stderr, "estimated from %s: %.0f s for %s on %s, %.0f MB\n", counted(first.ends.size(), "rock").c_str(),
               seconds, counted(options.rocks, "rock").c_str(), counted(first.threads, "thread").c_str(),
               1e-6 * memory);
}

/** Points of all recorded trajectories, as many for each as in the results of the first rocks. */
double recorded_points(const RunResult& part, const RunOptions& options) {
  if (part.tracks.empty()) return 0;
  std::size_t points = 0;
  for (const Track& track : part.tracks) points += track.size();
  return static_cast<double>(points) / static_cast<double>(part.tracks.size()) * recorded_of(options);
}

double seconds_left(const RunResult& first, const RunOptions& options) {
  const double left = static_cast<double>(options.rocks) / static_cast<double>(first.ends.size()) - 1;
  return first.wall * left;
}

/** Where the next round ends. */
class Rounds {
 public:
  Rounds(const RunOptions& options, const CampaignControl& control) : options_(options), control_(control) {}

  std::uint32_t next(const RunResult& done) const {
    const auto made = static_cast<std::uint32_t>(done.ends.size());
    const std::uint32_t left = options_.rocks - made;
    std::uint32_t count = left;
    const bool saves = !control_.checkpoint.empty();
    if (saves && made == 0 && left > 64 + 8 * options_.threads) count = 32 + 2 * options_.threads;  // finds the rate
    if (saves && made > 0) {
      const double rocks = made / std::max(done.wall, 1e-3) * control_.checkpoint_every;
      count = static_cast<std::uint32_t>(std::min(std::max(rocks, 1.0 * options_.threads), 1.0 * left));
    }
    if (control_.until_reach) count = std::min(count, rocks_per_decision - made % rocks_per_decision);
    return std::min(count, left);
  }

 private:
  const RunOptions& options_;
  const CampaignControl& control_;
};

bool is_place_of_decision(std::size_t rocks, const RunOptions& options) {
  return rocks > 0 && (rocks % rocks_per_decision == 0 || rocks == options.rocks);
}

/** The rocks of the checkpoint; none if it does not exist. */
std::optional<RunResult> resume(const BuiltScene& built, const RunOptions& options, const CampaignControl& control) {
  std::error_code failed;
  if (control.checkpoint.empty() || !std::filesystem::exists(control.checkpoint, failed)) return std::nullopt;
  const PartReader part = read_part(control.checkpoint);
  const std::string difference = difference_of(part, control.id, options);
  if (!difference.empty()) {
    throw InputError(part.name() + ": is the checkpoint of another campaign: " + difference +
                     "; to begin anew, give another file");
  }
  if (!options.quiet) std::fprintf(stderr, "continuing after %s\n", counted(part.rocks(), "rock").c_str());
  RunResult result = part.result(options.plan == nullptr ? HazardPlan{} : *options.plan, built.scene());
  // The last point of a campaign that had fewer rocks.
  std::vector<ConvergencePoint>& points = result.decisions;
  if (!points.empty() && !is_place_of_decision(points.back().rocks, options)) points.pop_back();
  return result;
}

/** Saves the rocks of a run that continues, which are worth more than the checkpoint: a fault is a warning only. */
void save_checkpoint(const CampaignControl& control, const RunResult& result) {
  try {
    write_part(control.checkpoint, control.id, result);
  } catch (const RunError& error) {
    std::fprintf(stderr, "warning: no checkpoint, the run continues: %s\n", error.what());
  }
}

/** Saves the rocks of a run that was interrupted. Throws RunError. */
void save_last_checkpoint(const CampaignControl& control, const RunResult& result) {
  try {
    write_part(control.checkpoint, control.id, result);
  } catch (const RunError& error) {
    throw RunError("interrupted after " + counted(result.ends.size(), "rock") +
                   "; those since the last checkpoint are lost, because it cannot be written: " + error.what());
  }
}

/** Adds a point to the decisions where a decision is due and was not made. True if the confidence is reached. */
bool decide(RunResult& result, const RunOptions& options, const CampaignControl& control) {
  if (!control.until_reach || !is_place_of_decision(result.ends.size(), options)) return false;
  if (result.decisions.empty() || result.decisions.back().rocks != result.ends.size()) {
    ConvergencePoint point = point_of(runouts_of(result));
    point.reach = reach_uncertainty(*result.hazard->cells);
    result.decisions.push_back(point);
  }
  return result.decisions.back().reach <= *control.until_reach;
}

}  // namespace

double results_bytes(const RunResult& part, const RunOptions& options) {
  const double per_rock = sizeof(rf_state) + sizeof(rf_rock_statistics) + sizeof(std::uint32_t);
  double bytes = sizeof(TrackPoint) * recorded_points(part, options) + per_rock * options.rocks;
  if (part.hazard && part.hazard->cells) bytes += part.hazard->cells->bytes_after(options.rocks);
  return bytes;
}

double rasters_bytes(const RunResult& part) {
  if (!part.hazard || !part.hazard->cells) return 0;
  return raster_bytes_per_cell * static_cast<double>(part.hazard->cells->grid().count());
}

double files_bytes(const RunResult& part, const RunOptions& options, bool trajectories) {
  // Measured: trajectories.csv and trajectories.gpkg; deposits.csv and deposits.gpkg.
  constexpr double per_point = 104, per_rock = 400;
  return (trajectories ? per_point * recorded_points(part, options) : 0) + per_rock * options.rocks;
}

double reach_uncertainty(const CellStatistics& cells) {
  std::uint64_t rocks = 0;
  std::unordered_map<std::uint32_t, std::uint64_t> passages;
  for (std::size_t i = 0; i < cells.classes(); ++i) {
    rocks += cells.rocks(i);
    for (const auto& [cell, record] : cells.records(i)) passages[cell] += record.passages;
  }
  double most = 0;
  for (const auto& entry : passages) {
    const Estimate reach = wilson(entry.second, rocks);
    most = std::max(most, 0.5 * (reach.high - reach.low));
  }
  return most;
}

RunResult run_campaign(const BuiltScene& built, const RunOptions& options, const CampaignControl& control) {
  const Rounds rounds(options, control);
  std::optional<RunResult> result = resume(built, options, control);
  const auto before = static_cast<std::uint32_t>(result ? result->ends.size() : 0);
  Progress progress(options.rocks, options.quiet, "rock", before);
  const RunResult nothing;
  bool certain = result && decide(*result, options, control);  // where the program ended before it decided
  while (!certain && (!result || result->ends.size() < options.rocks)) {
    RunOptions round = options;
    round.progress = &progress;
    round.rocks = rounds.next(result ? *result : nothing);
    round.first_rock += static_cast<std::uint32_t>(result ? result->ends.size() : 0);
    if (round.rocks == options.rocks) {
      round.first_done = [&](const RunResult& first, double left) { print_estimate(first, left, options, control); };
    }
    RunResult more = run_rocks(built, round);
    if (result) {
      append(*result, std::move(more));
    } else {
      result = std::move(more);
      if (!result->ends.empty() && result->ends.size() < options.rocks)
        print_estimate(*result, seconds_left(*result, options), options, control);
    }
    const bool stopped = options.stop != nullptr && *options.stop;
    certain = decide(*result, options, control);
    if (!control.checkpoint.empty() && !result->ends.empty()) {
      if (stopped) {
        save_last_checkpoint(control, *result);
      } else {
        save_checkpoint(control, *result);
      }
    }
    if (stopped) break;
  }
  progress.finish();
  result->options = options;
  result->options.rocks = static_cast<std::uint32_t>(result->ends.size());
  return std::move(*result);
}

std::vector<ConvergencePoint> convergence_of(const std::vector<double>& runouts) {
  std::vector<ConvergencePoint> points;
  for (std::size_t count = 50; count < runouts.size(); count *= 2) {
    points.push_back(point_of({runouts.begin(), runouts.begin() + static_cast<std::ptrdiff_t>(count)}));
  }
  points.push_back(point_of(runouts));
  return points;
}

}  // namespace sandbox
