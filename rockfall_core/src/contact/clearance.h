// Is a sphere above a plane? Over any kind of number.
#pragma once

namespace rockfall {

/// Square of the height over a plane, vertically, from which on a sphere is wholly above it, with room for rounding.
template <class Real>
Real sphere_clearance_squared(const Real& radius, const Real& slope_x, const Real& slope_y) {
  const Real stretch = 1.0 + slope_x * slope_x + slope_y * slope_y;
  return radius * radius * stretch * (1 + 1e-9);
}

/// True where a sphere, its centre `clearance` above the plane (vertically), is wholly above it.
template <class Real>
auto sphere_clears(const Real& clearance, const Real& clearance_squared) {
  return (clearance > 0.0) & (clearance * clearance > clearance_squared);
}

}  // namespace rockfall
