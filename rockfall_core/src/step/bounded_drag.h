// The largest drag of a step, for doubles and SIMD lanes.
#pragma once

#include "numerics/minmax.h"
#include "numerics/real.h"

namespace rockfall {

/// A coefficient above 2 inertia / time_step would reverse the velocity within a step. It is limited to this value,
/// which stops the rock.
/// @param drag     coefficient of a force in kg/s, or of a torque in kg m2/s
/// @param inertia  m in kg, or the moment of inertia in kg m2
template <class Real>
Real bounded_drag(const Real& drag, const Real& inertia, double time_step) {
  return smaller_of(drag, 2.0 * inertia / constant_like(inertia, time_step));
}

}  // namespace rockfall
