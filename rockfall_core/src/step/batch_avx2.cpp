#include "step/run_lanes.h"

namespace rockfall {

void run_lanes_avx2(const BatchJob& job) { run_lanes(job); }

}  // namespace rockfall
