// One run of the scene in an engine: steps every rock from its start to its end.
#pragma once

#include "../scene.h"
#include "engine.h"

namespace compare {

/// Result of a run.
struct Run {
  double cpu_seconds = 0;
  uint64_t rock_steps = 0;
  uint32_t stopped = 0, left = 0, moving = 0;  ///< rocks that came to rest, left the terrain, or moved at the end
  uint32_t below_ground = 0;                   ///< rocks whose centre of mass ended below the ground
  double run_out = 0, run_out_deviation = 0;   ///< horizontal distance of end and start: mean and standard deviation, m
};

/// Number of rocks and maximum number of steps per rock.
struct Extent {
  uint32_t rocks;
  uint32_t steps;
};

/// rf_step_many on one thread.
Run run_rockfall_many(const bench::Ground& ramp, Extent extent);
/// rf_step, rocks one after another.
Run run_rockfall_single(const bench::Ground& ramp, Extent extent);
/// Another engine, rocks one after another.
Run run_alone(const bench::Ground& ramp, Engine& engine, Extent extent);
/// Another engine, all rocks in one world; rocks are removed when they end.
Run run_together(const bench::Ground& ramp, Engine& engine, Extent extent);

}  // namespace compare
