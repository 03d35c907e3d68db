// Many rocks at once: flight in the lanes of a vector, everything else by the step of a single rock. Each lane does
// exactly the arithmetic of that step, so a rock gets the same bits either way.
#pragma once

#include <rockfall/step.h>

#include "terrain/grid.h"

namespace rockfall {

/// What the batch asks of the terrain and of the single step, which are compiled for every machine.
struct BatchHost {
  const void* terrain;
  GroundBound (*bound)(const void* terrain, const rf_rectangle& area);
  void (*step)(const void* terrain, const rf_rock& rock, rf_state& state);
  double (*forget)(const void* terrain, const rf_state& state, const double midpoint[3]);  // slippage after a flight step
  double beta_factor;  // exp(-beta dt) where it is the same everywhere, < 0 otherwise
};

struct BatchJob {
  const rf_rock* const* rocks;
  const rf_settings* settings;
  double layer_height_max;
  BatchHost host;
  rf_state* states;
  uint32_t count;
  uint32_t steps;  // at most, for each rock
};

/// Runs the job on the widest vectors that this machine has. False if rocks of this job cannot fly in lanes; nothing has
/// been done then.
bool run_batch(const BatchJob& job);

}  // namespace rockfall
