// Steps the rocks of a scenario until they end.
#ifndef ROCKFALL_SANDBOX_RUN_RUN_H
#define ROCKFALL_SANDBOX_RUN_RUN_H

#include <rockfall/rockfall.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "common/progress.h"
#include "run/hazard.h"
#include "scenario/scene_builder.h"

namespace sandbox {

struct RunResult;

struct RunOptions {
  std::uint32_t first_rock = 0;  ///< number of the first rock
  std::uint32_t rocks = 0;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  double record_interval = 0.1;      ///< s
  double sample_distance = 0;        ///< m; more than 0: points of a trajectory by distance instead of by time
  std::uint32_t recorded_rocks = 0;  ///< trajectories are kept of rocks with a lower number
  bool quiet = false;                ///< no progress
  const HazardPlan* plan = nullptr;  ///< nullable; outlives the run
  Progress* progress = nullptr;      ///< nullable: the run shows its own
  /** Nullable. Once it is set no further rock starts; those that move are stepped to their end, and the result has
   * fewer rocks than were asked for. */
  const std::atomic<bool>* stop = nullptr;
  /** If set, called once in a long run when the first rocks have ended, with their results.
   *  @param seconds_left  estimated from their steps and the rate so far */
  std::function<void(const RunResult& first, double seconds_left)> first_done = {};
};

/** Rocks, seed and record interval of a scenario; no trajectories are kept.
 *  @param threads  0: as many as the machine has */
RunOptions run_options(const Scenario& scenario, unsigned threads, bool quiet);

/** Number of rocks whose trajectories are kept: the first ones. */
std::uint32_t recorded_of(const RunOptions& options);

/** One point of a recorded trajectory. */
struct TrackPoint {
  double time;
  double position[3];  ///< local
  double quantity[RF_QUANTITY_COUNT];
  double scar_depth;  ///< m; 0 outside of the soil
};
using Track = std::vector<TrackPoint>;

/** Confidence after some rocks. */
struct ConvergencePoint {
  std::uint32_t rocks = 0;
  double reach = 0;    ///< largest half width of the interval of the reach probability of a cell; NaN without cells
  Estimate runout_95;  ///< m
  double runout_mean = 0;
  double runout_mean_error = 0;  ///< standard error of the mean; NaN of one rock
};

/** Results of the rocks from options.first_rock on. */
struct RunResult {
  RunOptions options;
  std::vector<rf_state> ends;
  std::vector<rf_rock_statistics> rock_statistics;
  std::vector<Track> tracks;                ///< of the first rocks
  std::vector<std::uint32_t> impacts;       ///< by rock: see rf_observation::impacts
  std::optional<Hazard> hazard;             ///< with a plan
  std::vector<ConvergencePoint> decisions;  ///< of a campaign that ends when a confidence is reached
  std::uint64_t redrawn = 0;                ///< start positions drawn again, because there was no ground
  std::uint64_t steps = 0;
  std::uint64_t unconverged = 0;      ///< steps without rf_step_report::converged
  std::uint64_t work_limited = 0;     ///< steps that reached the bound on their work: contacts are less accurate
  std::vector<std::string> warnings;  ///< of the campaign, beside those of the scenario
  unsigned threads = 1;               ///< in use
  double wall = 0;                    ///< s, of stepping, without reading and writing files
};

/** Adds the results of the rocks that follow those of `result`. */
void append(RunResult& result, RunResult&& more);

/** Stores the heights of the relief, if that makes the run faster; see BuiltScene::store_relief. */
void store_relief(BuiltScene& built, const RunOptions& options);

/** The bits of every rock are independent of the number of threads. Throws InputError for a release outside
 *  the ground, RunError if a step fails. */
RunResult run_rocks(const BuiltScene& built, const RunOptions& options);

/** Throws RunError if every rock ended with a fault. */
void check_faults(const std::vector<rf_state>& ends);

}  // namespace sandbox
#endif
