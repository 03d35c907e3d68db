// Is a sphere above a plane? Over any kind of number.
#pragma once

namespace rockfall {

/// True where a sphere, its centre `clearance` above the plane (vertically), is wholly above it.
template <class Real>
auto sphere_clears(const Real& clearance, const Real& radius, const Real& slope_x, const Real& slope_y) {
  const Real stretch = 1.0 + slope_x * slope_x + slope_y * slope_y;
  return (clearance > 0.0) & (clearance * clearance > radius * radius * stretch * (1 + 1e-9));
}

}  // namespace rockfall
