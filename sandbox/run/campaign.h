// A campaign in several rounds: progress, checkpoints, and the end when a confidence is reached.
#ifndef ROCKFALL_SANDBOX_RUN_CAMPAIGN_H
#define ROCKFALL_SANDBOX_RUN_CAMPAIGN_H

#include <filesystem>
#include <optional>
#include <vector>

#include "run/part_file.h"

namespace sandbox {

struct CampaignControl {
  std::filesystem::path checkpoint;   ///< finished rocks are saved there; empty: nowhere
  double checkpoint_every = 60;       ///< s
  std::optional<double> until_reach;  ///< end when no cell's reach probability is less certain: half of the width of
                                      ///< its interval, 0 to 1
  CampaignId id;                      ///< for checkpoints
  std::filesystem::path folder;       ///< of the results, whose disk should have room for them; empty: unknown
  bool trajectories = false;          ///< the recorded points are written to files
};

/** Rocks between two decisions whether the confidence is reached: independent of machine and threads. */
constexpr std::uint32_t rocks_per_decision = 250;

/** Largest half width of the interval of Wilson of the reach probability over the cells that rocks passed. */
double reach_uncertainty(const CellStatistics& cells);

/** Bytes that the results of all rocks will take, about; of cells those that the first rocks passed.
 *  @param part  results of the first rocks */
double results_bytes(const RunResult& part, const RunOptions& options);

/** Bytes that the rasters will take beside the results while they are written: one at a time. */
double rasters_bytes(const RunResult& part);

/** Bytes that the files of all rocks will take, about. @param part  results of the first rocks */
double files_bytes(const RunResult& part, const RunOptions& options, bool trajectories);

/** Runs the rocks of the options; continues from the checkpoint if there is one. The results are those of run_rocks.
 *  If options.stop is set meanwhile, the result has fewer rocks; they are in the checkpoint.
 *  With until_reach RunResult::decisions has a point for every decision, and one after the last rock.
 *  Throws InputError, also for a checkpoint of another campaign, or RunError. */
RunResult run_campaign(const BuiltScene& built, const RunOptions& options, const CampaignControl& control);

/** Run-outs against the number of rocks: after 50, 100, 200, ... rocks and all. */
std::vector<ConvergencePoint> convergence_of(const std::vector<double>& runouts);

}  // namespace sandbox
#endif
