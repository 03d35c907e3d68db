// One run of the scene in an engine: every rock from its start to its end, and how they ended.
#pragma once

#include "../scene.h"
#include "engine.h"

namespace compare {

/// What a run gave.
struct Run {
  double cpu_seconds = 0;
  uint64_t rock_steps = 0;
  uint32_t stopped = 0, left = 0, late = 0;   ///< rocks that came to rest, left the terrain, or still moved at the end
  uint32_t fallen = 0;                        ///< rocks whose centre of mass ended below the ground
  double run_out = 0, run_out_deviation = 0;  ///< horizontal distance of end and start: mean and standard deviation, m
};

/// Rocks of a run and its steps per rock at the most.
struct Extent {
  uint32_t rocks;
  uint32_t steps;
};

/// rf_step_many on one thread.
Run run_rockfall_many(const bench::Ground& ramp, Extent extent);
/// rf_step, one rock after another.
Run run_rockfall_single(const bench::Ground& ramp, Extent extent);
/// Another engine, one rock after another.
Run run_alone(const bench::Ground& ramp, Engine& engine, Extent extent);
/// Another engine, all rocks in one world, each taken out where it ends.
Run run_together(const bench::Ground& ramp, Engine& engine, Extent extent);

}  // namespace compare
