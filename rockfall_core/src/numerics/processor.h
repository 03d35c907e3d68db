// Whether this processor has the instructions for which the SIMD lanes are compiled; see the options of batch_avx2.cpp
// and batch_avx512.cpp in rockfall_core/CMakeLists.txt.
#pragma once

#ifdef ROCKFALL_X86_LANES

namespace rockfall {

inline bool runs_avx2_lanes() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

inline bool runs_avx512_lanes() {
  return runs_avx2_lanes() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
}

}  // namespace rockfall

#endif
