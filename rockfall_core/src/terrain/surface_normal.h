// The normal of a surface from its slopes, for doubles and SIMD lanes.
#pragma once

#include "numerics/inline_calls.h"
#include "numerics/real.h"

namespace rockfall {

/// Square of the length of the upward normal (-slope_x, -slope_y, 1).
template <class Real>
ROCKFALL_ALWAYS_INLINE Real squared_normal_length(const Real& slope_x, const Real& slope_y) {
  return 1.0 + slope_x * slope_x + slope_y * slope_y;
}

/// Unit normal of a surface.
template <class Real>
void write_normal_of_slopes(const Real& slope_x, const Real& slope_y, Real normal[3]) {
  const Real scale = 1.0 / square_root(squared_normal_length(slope_x, slope_y));
  normal[0] = -1.0 * slope_x * scale;
  normal[1] = -1.0 * slope_y * scale;
  normal[2] = scale;
}

}  // namespace rockfall
