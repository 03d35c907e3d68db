// Tests of a sphere and of vertices against a plane, for double and SIMD lanes.
#pragma once

#include "numerics/real.h"

namespace rockfall {

/// Square of the vertical clearance of the centre at which a sphere touches a plane, with a margin for rounding.
template <class Real>
Real sphere_clearance_squared(const Real& radius, const Real& slope_x, const Real& slope_y) {
  const Real normal_squared = 1.0 + slope_x * slope_x + slope_y * slope_y;
  return radius * radius * normal_squared * (1 + 1e-9);
}

/// True where a sphere whose centre is `clearance` above the plane (vertically) is entirely above the plane.
/// @param clearance_squared  from sphere_clearance_squared
template <class Real>
auto sphere_clears(const Real& clearance, const Real& clearance_squared) {
  return (clearance > 0.0) & (clearance * clearance > clearance_squared);
}

/// Limit of direction . vertex of the vertices that may lie at or below a plane; see CandidateLimit.
/// @param z          of S
/// @param clearance  of S over the plane, vertically
template <class Real>
Real candidate_limit(const Real& radius, const Real& z, const Real& clearance) {
  // The margin covers rounding, so that no vertex in contact is missed.
  return 1e-9 * (1.0 + radius + absolute(z)) - clearance;
}

}  // namespace rockfall
