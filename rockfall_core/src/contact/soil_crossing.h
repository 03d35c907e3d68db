// Test whether a vertex has just entered the soil, as a template for double and SIMD lanes.
#pragma once

namespace rockfall {

/// True if a vertex below the surface of the soil was above it a step ago. With rotation it moves on a curve.
/// @param gap    along the normal, <= 0
/// @param speed  into the soil, along the normal
/// @param bend   normal . (omega x (omega x r)): its acceleration along the normal by the rotation
template <class Real>
auto was_above(const Real& gap, const Real& speed, const Real& bend, double time_step) {
  return (gap + speed * time_step) + bend * (0.5 * time_step * time_step) > 0.0;
}

}  // namespace rockfall
