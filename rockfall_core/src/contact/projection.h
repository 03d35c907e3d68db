// The contact laws of one contact as projections, and their derivatives (Alart and Curnier 1991):
// P_N = max(0, P_N - r xi_N), P_T = prox(P_T - r xi_T).
#pragma once

#include <cmath>

namespace rockfall {

/// Friction coefficient and augmentation parameters r of the projections: 1 / (diagonal of the Delassus matrix).
struct Projection {
  double friction, r_normal, r_tangential;
};

enum class Phase { open, sticking, slipping };

/// Residual F of the projections (unit of a percussion). Open: F = P. Sticking: F = r xi. Slipping: F_N = r_N xi_N and
/// F_T = P_T - b e with e the direction of y = P_T - r_T xi_T and b = mu (P_N - r_N xi_N), hence
///   dF_T = (1 - share (1 - e e^T)) dP_T - mu e (dP_N - r_N dxi_N) + r_T share (1 - e e^T) dxi_T.
struct LinearisedContact {
  Phase phase;
  double residual[3];
  double direction[2];  // slipping: e
  double share;         // slipping: b / |y|, below 1
};

inline bool is_open(const Projection& law, const double* p, const double* xi) {
  return p[0] - law.r_normal * xi[0] <= 0;
}

/// Linearise the projections at a percussion and xi; these decide whether the contact is open, sticking or slipping.
inline LinearisedContact linearise(const Projection& law, const double p[3], const double xi[3]) {
  const double normal = p[0] - law.r_normal * xi[0];
  if (normal <= 0) return {Phase::open, {p[0], p[1], p[2]}, {0, 0}, 0};
  const double r = law.r_tangential, sticking[3] = {law.r_normal * xi[0], r * xi[1], r * xi[2]};
  const double bound = law.friction * normal, y[2] = {p[1] - sticking[1], p[2] - sticking[2]};
  const double squared = y[0] * y[0] + y[1] * y[1];
  if (!(squared > bound * bound)) return {Phase::sticking, {sticking[0], sticking[1], sticking[2]}, {0, 0}, 0};
  const double inverse_length = 1.0 / std::sqrt(squared), e[2] = {y[0] * inverse_length, y[1] * inverse_length};
  return {
      Phase::slipping, {sticking[0], p[1] - bound * e[0], p[2] - bound * e[1]}, {e[0], e[1]}, bound * inverse_length};
}

/// The fraction of a change at which a sticking contact reaches its friction cone; 1 if it does not.
double fraction_to_cone(const Projection& law, const double* p, const double* xi, const double* p_change,
                        const double* xi_change);

}  // namespace rockfall
