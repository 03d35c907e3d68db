#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "numerics/processor.h"
#include "step/batch.h"

/// As rockfall::run_lanes_baseline, in plain C++17.
void run_portable_lanes(const rockfall::BatchJob& job);

/// The lanes of every instruction set of this machine, and the portable ones.
inline std::vector<rockfall::LaneRunner> lane_runners() {
  std::vector<rockfall::LaneRunner> runners = {rockfall::run_lanes_one, rockfall::run_lanes_baseline,
                                               run_portable_lanes};
#ifdef ROCKFALL_X86_LANES
  if (rockfall::runs_avx2_lanes()) runners.push_back(rockfall::run_lanes_avx2);
  if (rockfall::runs_avx512_lanes()) runners.push_back(rockfall::run_lanes_avx512);
#endif
  return runners;
}

/// How many of these rocks a test steps in some lanes: the portable ones are compiled without optimisation and take a
/// sixth, but enough that rocks move to other lanes where others have ended.
inline uint32_t rocks_to_step(rockfall::LaneRunner run, uint32_t rocks) {
  return run == run_portable_lanes ? std::min(rocks, std::max(10U, (rocks + 5) / 6)) : rocks;
}
