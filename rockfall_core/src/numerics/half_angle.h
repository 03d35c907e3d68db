// Sine and cosine of half a small angle by Taylor series, templates for double and SIMD lanes.
#pragma once

#include "numerics/elementary.h"

namespace rockfall {

/// sin(r)/r as Taylor series in y = r^2, for |r| <= pi/4 (remainder below 1e-18): returns (sin(r)/r - 1) / y.
template <class Real>
Real sine_series(Real y) {
  Real p = y * (1.0 / 355687428096000.0) - 1.0 / 1307674368000.0;
  p = p * y + 1.0 / 6227020800.0;
  p = p * y - 1.0 / 39916800.0;
  p = p * y + 1.0 / 362880.0;
  p = p * y - 1.0 / 5040.0;
  p = p * y + 1.0 / 120.0;
  return p * y - 1.0 / 6.0;
}

/// cos(r) as Taylor series, likewise: returns (cos(r) - 1 + y/2) / y^2.
template <class Real>
Real cosine_series(Real y) {
  Real p = y * (-1.0 / 6402373705728000.0) + 1.0 / 20922789888000.0;
  p = p * y - 1.0 / 87178291200.0;
  p = p * y + 1.0 / 479001600.0;
  p = p * y - 1.0 / 3628800.0;
  p = p * y + 1.0 / 40320.0;
  p = p * y - 1.0 / 720.0;
  return p * y + 1.0 / 24.0;
}

/// Bound of (phi/2)^2 for the series, which need no square root.
constexpr double kSmallHalfAngleSquared = 0.5;

/// half_angle() for phi^2 / 4 <= kSmallHalfAngleSquared.
template <class Real>
inline HalfAngleOf<Real> small_half_angle(Real phi_squared) {
  const Real y = 0.25 * phi_squared;
  return {(1.0 - 0.5 * y) + y * y * cosine_series(y), 0.5 + 0.5 * (y * sine_series(y))};
}

}  // namespace rockfall
