// Contact laws (Leine et al. 2014, sections 3.6 and 3.7).
#pragma once

#include "numerics/elementary.h"
#include "numerics/minmax.h"
#include "numerics/real.h"

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

/// Distance of a percussion from its projection on the laws of impact and Coulomb friction, times the diagonal of G,
/// m/s: zero exactly where the laws hold, however many solutions they have.
/// @param p, xi  percussion and gamma+ + epsilon gamma-, along n, t1, t2
/// @param g_normal, g_tangential  diagonal of G = W^T M^-1 W, the larger one of the two tangential numbers
template <class Vector, class Real>
Real law_violation(const Vector& p, const Vector& xi, const Real& friction, const Real& g_normal,
                   const Real& g_tangential) {
  const Real zero = constant_like(friction, 0.0), normal = larger_of(p[0] - xi[0] / g_normal, zero);
  const Real x = p[1] - xi[1] / g_tangential, y = p[2] - xi[2] / g_tangential;
  const Real bound = friction * larger_of(p[0], zero), length = square_root(x * x + y * y);
  const auto beyond = length > bound;
  const Real scale = bound / length, dx = p[1] - select(beyond, scale * x, x), dy = p[2] - select(beyond, scale * y, y);
  return larger_of(g_normal * absolute(p[0] - normal), g_tangential * square_root(dx * dx + dy * dy));
}

}  // namespace rockfall
