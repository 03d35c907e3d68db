#include "step/run_lanes.h"
#include "step/vertex_lanes.h"

namespace rockfall {

void run_lanes_avx2(const BatchJob& job) { run_lanes(job); }

const VertexKernels kAvx2Kernels = kVertexKernels;

}  // namespace rockfall
