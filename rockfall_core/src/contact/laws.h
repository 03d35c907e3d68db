// Contact laws (Leine et al. 2014, sections 3.6 and 3.7).
#pragma once

#include "numerics/elementary.h"

namespace rockfall {

/// mu(s) = mu_min + 2/pi (mu_max - mu_min) atan(kappa s). @param angle  atan(kappa s)
template <class Real>
Real slippage_friction(const Real& mu_min, const Real& mu_max, const Real& angle) {
  return mu_min + (2.0 / kPi) * (mu_max - mu_min) * angle;
}

template <class Ground>
double slippage_friction(const Ground& ground, double slippage) {
  if (ground.mu_max == ground.mu_min) return ground.mu_min;
  return slippage_friction(ground.mu_min, ground.mu_max, arctangent(ground.kappa * slippage));
}

}  // namespace rockfall
