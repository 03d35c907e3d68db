// A single lane, for calls with few rocks.
#define ROCKFALL_ONE_LANE
#include "step/run_lanes.h"

namespace rockfall {

void run_lanes_one(const BatchJob& job) { run_lanes(job); }

}  // namespace rockfall
