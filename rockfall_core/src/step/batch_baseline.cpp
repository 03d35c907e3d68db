#include "step/run_lanes.h"
#include "step/vertex_lanes.h"

namespace rockfall {

void run_lanes_baseline(const BatchJob& job) { run_lanes(job); }

const VertexKernels kBaselineKernels = kVertexKernels;

}  // namespace rockfall
