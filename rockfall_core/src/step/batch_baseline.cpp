#include "step/run_lanes.h"

namespace rockfall {

void run_lanes_baseline(const BatchJob& job) { run_lanes(job); }

}  // namespace rockfall
