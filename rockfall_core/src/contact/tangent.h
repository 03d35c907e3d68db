// The first tangent of a contact frame, as a template for double and SIMD lanes.
#pragma once

#include "numerics/real.h"

namespace rockfall {

/// Set t1 to the unit vector axis x n / |axis x n| with the coordinate axis most nearly perpendicular to the unit
/// normal n (Leine et al. 2014, eq. 8-9).
template <class Real, class Vector>
void set_tangent(const Vector& n, Vector& t1) {
  const Real x = absolute(n[0]), y = absolute(n[1]), z = absolute(n[2]), zero = constant_like(x, 0.0);
  using Condition = decltype(x <= y);
  const Condition by_x = (x <= y) & (x <= z), by_y = opposite(by_x) & (y <= z), by_z = opposite(by_x | by_y);
  const Real u = select(by_x, n[1], n[0]), v = select(by_z, n[1], n[2]);
  const Real scale = 1.0 / square_root(u * u + v * v);
  const Real a = u * scale, b = v * scale, minus_a = (-1.0 * u) * scale, minus_b = (-1.0 * v) * scale;
  // About x: (0, -b, a), about y: (b, 0, -a), about z: (-b, a, 0).
  t1[0] = select(by_x, zero, select(by_y, b, minus_b));
  t1[1] = select(by_x, minus_b, select(by_y, zero, a));
  t1[2] = select(by_x, a, select(by_y, minus_a, zero));
}

}  // namespace rockfall
