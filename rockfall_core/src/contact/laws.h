// Contact laws (Leine et al. 2014, sections 3.6 and 3.7).
#pragma once

#include "numerics/elementary.h"
#include "numerics/minmax.h"

namespace rockfall {

/// Larger coefficients act as this one: with them the normal percussion of a contact that jams is lost in rounding.
/// The tangential one differs from its limit by about 1e-5.
constexpr double kMostFriction = 1e5;

/// mu(s) = mu_min + 2/pi (mu_max - mu_min) atan(kappa s). @param angle  atan(kappa s)
template <class Real>
Real slippage_friction(const Real& mu_min, const Real& mu_max, const Real& angle) {
  return mu_min + (2.0 / kPi) * (mu_max - mu_min) * angle;
}

/// The same, bounded by kMostFriction. A negative slippage, which no step gives, counts as 0.
template <class Ground>
double slippage_friction(const Ground& ground, double slippage) {
  double friction = ground.mu_min;
  if (ground.mu_max != ground.mu_min) {
    friction = slippage_friction(ground.mu_min, ground.mu_max, arctangent(larger_of(ground.kappa * slippage, 0.0)));
  }
  return smaller_of(friction, kMostFriction);
}

}  // namespace rockfall
