// Tests of a sphere and of vertices against a plane, for double and SIMD lanes.
#pragma once

#include "numerics/real.h"
#include "terrain/surface_normal.h"

namespace rockfall {

/// Square of the vertical clearance of the centre at which a sphere touches a plane, with a margin for rounding.
template <class Real>
Real sphere_clearance_squared(const Real& radius, const Real& slope_x, const Real& slope_y) {
  return radius * radius * squared_normal_length(slope_x, slope_y) * (1 + 1e-9);
}

/// True where a sphere whose centre is `clearance` above the plane (vertically) is entirely above the plane.
/// @param clearance_squared  from sphere_clearance_squared
template <class Real>
auto sphere_clears(const Real& clearance, const Real& clearance_squared) {
  return (clearance > 0.0) & (clearance * clearance > clearance_squared);
}

/// Margin for the rounding of the height of a vertex over a plane, m: of its own height, and of its coordinates times
/// the slopes. @param position  of S
template <class Real, class Vector>
Real height_margin(const Real& radius, const Vector& position, const Real& slope_x, const Real& slope_y) {
  const Real distance = absolute(position[0]) + absolute(position[1]), slope = absolute(slope_x) + absolute(slope_y);
  return 1e-9 * (1.0 + radius + absolute(position[2])) + 4e-15 * distance * slope;
}

/// How the height over a plane of these slopes grows along the axes of K: element k of row 2 - slope_x row 0 - slope_y
/// row 1 of A_IK. @param rotation  (row, column) -> element of A_IK
template <class Real, class Rotation>
Real rise_along(int k, const Rotation& rotation, const Real& slope_x, const Real& slope_y) {
  return rotation(2, k) - slope_x * rotation(0, k) - slope_y * rotation(1, k);
}

/// Limit of direction . vertex of the vertices that may lie at or below a plane, with a margin so that no vertex in
/// contact is missed; see CandidateLimit.
/// @param position   of S
/// @param clearance  of S over the plane, vertically
template <class Real, class Vector>
Real candidate_limit(const Real& radius, const Vector& position, const Real& slope_x, const Real& slope_y,
                     const Real& clearance) {
  return height_margin(radius, position, slope_x, slope_y) - clearance;
}

}  // namespace rockfall
