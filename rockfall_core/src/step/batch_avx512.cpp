#include "step/run_lanes.h"
#include "step/vertex_lanes.h"

namespace rockfall {

void run_lanes_avx512(const BatchJob& job) { run_lanes(job); }

const VertexKernels kAvx512Kernels = kVertexKernels;

}  // namespace rockfall
