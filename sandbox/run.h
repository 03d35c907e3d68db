// Runs the rocks of a scenario to their ends.
#ifndef ROCKFALL_SANDBOX_RUN_H
#define ROCKFALL_SANDBOX_RUN_H

#include <rockfall/rockfall.h>

#include <cstdint>
#include <vector>

#include "scene_builder.h"

namespace sandbox {

struct RunOptions {
  std::uint32_t rocks = 0;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  double record_interval = 0.1;      ///< s
  std::uint32_t recorded_rocks = 0;  ///< trajectories are kept of the rocks below this number
  bool quiet = false;                ///< no progress
};

/** One point of a recorded trajectory. */
struct TrackPoint {
  double time;
  double position[3];  ///< local
  double quantity[RF_QUANTITY_COUNT];
};
using Track = std::vector<TrackPoint>;

/** What became of the rocks, by their number. */
struct RunResult {
  RunOptions options;
  std::vector<rf_state> ends;
  std::vector<rf_rock_statistics> traces;
  std::vector<Track> tracks;  ///< recorded_rocks of them, or fewer if there are fewer rocks
  std::uint64_t steps = 0;
  std::uint64_t unconverged = 0;  ///< steps in which the percussion solver stopped at its bound on work
  unsigned threads = 1;           ///< that had work
  double wall = 0;                ///< s, stepping alone: without reading and writing files
};

/** Every rock has the same bits whatever the number of threads. Throws InputError for a release that is not over
 *  ground, RunError if a step fails. */
RunResult run_rocks(const BuiltScene& built, const RunOptions& options);

}  // namespace sandbox
#endif
