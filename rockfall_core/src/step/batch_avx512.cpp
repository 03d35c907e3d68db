#include "step/run_lanes.h"

namespace rockfall {

void run_lanes_avx512(const BatchJob& job) { run_lanes(job); }

}  // namespace rockfall
