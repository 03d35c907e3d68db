// Steps a block of rocks together, in the SIMD lanes of the engine where the scene allows them.
#ifndef ROCKFALL_SANDBOX_RUN_BLOCK_H
#define ROCKFALL_SANDBOX_RUN_BLOCK_H

#include <rockfall/rockfall.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "run/hazard.h"
#include "run/passage.h"
#include "run/run.h"

namespace sandbox {

/** Rocks of a block and what is collected of them, by rock. */
struct Block {
  std::vector<rf_state> states;
  std::vector<rf_rock_statistics> traces;
  std::vector<std::uint32_t> impacts;      ///< times that a rock hit the ground after a flight
  std::vector<std::uint32_t> unconverged;  ///< steps in which the percussion solver did not converge
  std::vector<Track> tracks;               ///< of the first rocks; as many as are wanted
  std::vector<RockFollower> followers;     ///< empty: nothing is accumulated at the steps
};

/** Points of a track: at the start, at the end, and in between by time or by distance. */
struct TrackSampling {
  double interval = 0.1;  ///< s
  double distance = 0;    ///< m; more than 0: points by distance
};

/** A block of rocks at their start, with tracks of the first `recorded` rocks. */
Block make_block(std::vector<rf_state> states, std::size_t recorded);

/** Steps the rocks until they end. Followers and points by distance are given every step.
 *  @param one_done  called for every rock that ends. Throws RunError if a step fails. */
void run_block(const rf_scene& scene, const PassageMeter& meter, const TrackSampling& sampling, Block& block,
               const std::function<void()>& one_done);

}  // namespace sandbox
#endif
