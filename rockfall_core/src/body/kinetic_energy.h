// Kinetic energy, as a template shared by the step of one rock (double) and by the SIMD lanes.
#pragma once

#include "numerics/inline_calls.h"

namespace rockfall {

/// 1/2 m v.v + 1/2 omega.Theta omega.
template <class Real>
ROCKFALL_ALWAYS_INLINE Real kinetic_energy_of(Real mass, const Real inertia[3], const Real v[3], const Real w[3]) {
  return 0.5 * (mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + inertia[0] * w[0] * w[0] + inertia[1] * w[1] * w[1] +
                inertia[2] * w[2] * w[2]);
}

}  // namespace rockfall
