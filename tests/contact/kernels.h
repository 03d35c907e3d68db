// The loops over vertices that this machine can run, for tests.
#pragma once

#include <vector>

#include "contact/vertex_kernels.h"
#include "numerics/processor.h"

namespace contacts {

struct NamedKernels {
  const char* name;
  const rockfall::VertexKernels* kernels;
};

inline std::vector<NamedKernels> kernels_here() {
  std::vector<NamedKernels> all = {{"baseline", &rockfall::kBaselineKernels}};
#ifdef ROCKFALL_X86_LANES
  if (rockfall::runs_avx2_lanes()) all.push_back({"avx2", &rockfall::kAvx2Kernels});
  if (rockfall::runs_avx512_lanes()) all.push_back({"avx512", &rockfall::kAvx512Kernels});
#endif
  return all;
}

}  // namespace contacts
