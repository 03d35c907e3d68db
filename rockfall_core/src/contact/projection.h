// The contact laws of one contact as projections, and their derivatives (Alart and Curnier 1991):
// P_N = max(0, P_N - r xi_N), P_T = prox(P_T - r xi_T).
#pragma once

#include <cmath>

#include "numerics/real.h"

namespace rockfall {

/// Friction coefficient and augmentation parameters r of the projections: 1 / (diagonal of the Delassus matrix).
template <class Real>
struct ProjectionOf {
  Real friction, r_normal, r_tangential;
};
using Projection = ProjectionOf<double>;

/// A closed contact at a percussion and xi, with the residual F of the projections (unit of a percussion). Sticking:
/// F = r xi. Slipping: F_N = r_N xi_N and F_T = P_T - b e with e the direction of y = P_T - r_T xi_T and
/// b = mu (P_N - r_N xi_N), hence
///   dF_T = (1 - share (1 - e e^T)) dP_T - mu e (dP_N - r_N dxi_N) + r_T share (1 - e e^T) dxi_T.
struct LinearisedContact {
  bool slipping;
  double residual[3];
  double direction[2];  // slipping: e
  double share;         // slipping: b / |y|, below 1
};

/// True if the contact has no percussion: the residual is F = P.
inline bool is_open(const Projection& law, const double* p, const double* xi) {
  return p[0] - law.r_normal * xi[0] <= 0;
}

/// Linearise the projections of a closed contact.
/// @param normal  P_N - r_N xi_N, not negative
inline LinearisedContact linearise_closed(const Projection& law, double normal, const double p[3], const double xi[3]) {
  const double r = law.r_tangential, sticking[3] = {law.r_normal * xi[0], r * xi[1], r * xi[2]};
  const double bound = law.friction * normal, y[2] = {p[1] - sticking[1], p[2] - sticking[2]};
  const double squared = y[0] * y[0] + y[1] * y[1];
  if (!(squared > bound * bound)) return {false, {sticking[0], sticking[1], sticking[2]}, {0, 0}, 0};
  const double inverse_length = 1.0 / std::sqrt(squared), e[2] = {y[0] * inverse_length, y[1] * inverse_length};
  return {true, {sticking[0], p[1] - bound * e[0], p[2] - bound * e[1]}, {e[0], e[1]}, bound * inverse_length};
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
  // Not where the root is NaN.
  const auto reaches = (denominator > 0.0) & (fraction < 1.0) & opposite(moving);
  return select(reaches, fraction, one);
}

}  // namespace rockfall
