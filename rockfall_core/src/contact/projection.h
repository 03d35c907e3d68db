// The contact laws of one contact as projections, and their derivatives (Alart and Curnier 1991):
// P_N = max(0, P_N - r xi_N), P_T = prox(P_T - r xi_T).
#pragma once

#include "numerics/real.h"

namespace rockfall {

/// Friction coefficient and augmentation parameters r of the projections: 1 / (diagonal of the Delassus matrix).
template <class Real>
struct ProjectionOf {
  Real friction, r_normal, r_tangential;
};
using Projection = ProjectionOf<double>;

/// The tangential projection of a closed contact at a percussion and xi, with its residual F_T (unit of a percussion);
/// F_N = r_N xi_N. Sticking: F_T = r_T xi_T. Slipping: F_T = P_T - b e with e the direction of y = P_T - r_T xi_T and
/// b = mu (P_N - r_N xi_N), hence
///   dF_T = (1 - share (1 - e e^T)) dP_T - mu e (dP_N - r_N dxi_N) + r_T share (1 - e e^T) dxi_T.
template <class Real>
struct LinearisedTangent {
  ConditionOf<Real> slipping;
  Real residual[2];
  Real direction[2];  // slipping: e
  Real share;         // slipping: b / |y|, below 1
};

/// True if the contact has no percussion: the residual is F = P.
inline bool is_open(const Projection& law, const double* p, const double* xi) {
  return p[0] - law.r_normal * xi[0] <= 0;
}

/// Linearise the tangential projection of a closed contact.
/// @param normal  P_N - r_N xi_N, not negative
/// @param p, xi   tangential
template <class Real>
LinearisedTangent<Real> linearised_tangent(const Real& friction, const Real& r_tangential, const Real& normal,
                                           const Real p[2], const Real xi[2]) {
  const Real first = r_tangential * xi[0], second = r_tangential * xi[1];
  const Real bound = friction * normal, y0 = p[0] - first, y1 = p[1] - second;
  const Real squared = y0 * y0 + y1 * y1;
  const ConditionOf<Real> slipping = squared > bound * bound;
  if (all_set(opposite(slipping))) {
    const Real zero = constant_like(normal, 0.0);
    return {slipping, {first, second}, {zero, zero}, zero};
  }
  const Real inverse_length = 1.0 / square_root(squared);
  const Real e0 = y0 * inverse_length, e1 = y1 * inverse_length;
  return {slipping,
          {select(slipping, p[0] - bound * e0, first), select(slipping, p[1] - bound * e1, second)},
          {e0, e1},
          bound * inverse_length};
}

/// The fraction of a change at which a sticking contact reaches its friction cone; 1 if it does not:
/// |y_T + k dy_T|^2 = mu^2 (y_N + k dy_N)^2, the smallest k > 0.
template <class Real>
Real fraction_to_cone(const ProjectionOf<Real>& law, const Real* p, const Real* xi, const Real* p_change,
                      const Real* xi_change) {
  Real y[3], dy[3];
  for (int t = 0; t < 3; ++t) {
    const Real& r = t == 0 ? law.r_normal : law.r_tangential;
    y[t] = p[t] - r * xi[t];
    dy[t] = p_change[t] - r * xi_change[t];
  }
  const Real& mu = law.friction;
  const Real one = constant_like(mu, 1.0), excess = y[1] * y[1] + y[2] * y[2] - mu * mu * y[0] * y[0];
  const auto moving = opposite(y[0] > 0.0) | (excess >= 0.0);  // not sticking
  if (all_set(moving)) return one;
  const Real a = dy[1] * dy[1] + dy[2] * dy[2] - mu * mu * dy[0] * dy[0];
  const Real b = y[1] * dy[1] + y[2] * dy[2] - mu * mu * y[0] * dy[0];
  const Real root = b * b - a * excess, denominator = b + square_root(root);
  const Real fraction = -1.0 * excess / denominator * (1 + 1e-9);
  // False where the root is NaN.
  const auto reaches = (denominator > 0.0) & (fraction < 1.0) & opposite(moving);
  return select(reaches, fraction, one);
}

}  // namespace rockfall
