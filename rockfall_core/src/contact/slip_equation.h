// The frictional problem of one contact as templates, for formulas shared by double and SIMD lanes: the Delassus
// block, its inverse, and the scalar equation of slip.
#pragma once

#include "numerics/matrix_of.h"
#include "numerics/real.h"

namespace rockfall {

/// Matrices derived from the block G of one contact: G^-1, and the Schur complement of the normal direction.
template <class Real>
struct LocalMatrices {
  MatrixOf<Real> inverse;
  Real schur[2][2];  // G_TT - G_TN G_NT / G_NN
};

template <class Real>
LocalMatrices<Real> local_matrices(const MatrixOf<Real>& matrix) {
  const auto& g = matrix.at;
  const Real inverse_normal = 1.0 / g[0][0];
  LocalMatrices<Real> local;
  local.inverse = inverse_of(matrix);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) local.schur[i][j] = g[1 + i][1 + j] - g[1 + i][0] * g[0][1 + j] * inverse_normal;
  }
  return local;
}

/// Slip: (S + s 1) P_T = -b with P_N = -(c_N + G_NT P_T) / G_NN and |P_T| = mu P_N, where S is the Schur complement and
/// s >= 0 is the sliding speed over mu P_N. By Cramer's rule P_T = -n(s) / d(s) with a linear n and the determinant d,
/// and P_N = q(s) / (G_NN d(s)), so that s is the root of |n| - mu/G_NN q, which is positive at s = 0 (sticking is
/// impossible) and negative for large s.
template <class Real>
struct SlipEquation {
  Real n0[2], n1[2];  // n(s) = n0 + s n1
  Real d0, d1;        // d(s) = d0 + d1 s + s^2
  Real q0, q1, q2;    // q(s) = q0 + q1 s + q2 s^2
  Real scale;         // mu / G_NN
};

/// @param c  xi without percussion
template <class Real>
SlipEquation<Real> slip_equation(const MatrixOf<Real>& matrix, const Real schur[2][2], const Real& friction,
                                 const VectorOf<Real>& c) {
  const auto& g = matrix.at;
  const Real inverse_normal = 1.0 / g[0][0], minus_c = -1.0 * c[0];
  const Real b[2] = {c[1] - g[1][0] * inverse_normal * c[0], c[2] - g[2][0] * inverse_normal * c[0]};
  SlipEquation<Real> e;
  e.n0[0] = schur[1][1] * b[0] - schur[0][1] * b[1];
  e.n0[1] = schur[0][0] * b[1] - schur[1][0] * b[0];
  e.n1[0] = b[0];
  e.n1[1] = b[1];
  e.d0 = schur[0][0] * schur[1][1] - schur[0][1] * schur[1][0];
  e.d1 = schur[0][0] + schur[1][1];
  e.q0 = g[0][1] * e.n0[0] + g[0][2] * e.n0[1] - c[0] * e.d0;
  e.q1 = g[0][1] * b[0] + g[0][2] * b[1] - c[0] * e.d1;
  e.q2 = minus_c;
  e.scale = friction * inverse_normal;
  return e;
}

template <class Real>
struct SlipPoint {
  Real d, q;
  Real length;  // |n|
  Real excess;  // |n| - mu/G_NN q
  Real step;    // Newton step of 1/|P_T| - 1/(mu P_N), which is nearly linear in s; 0 where undefined
};

/// @tparam Condition  result of a comparison: bool, or LaneMask
template <class Condition, class Real>
SlipPoint<Real> evaluate(const SlipEquation<Real>& e, const Real& s) {
  const Real mixed = e.n0[0] * e.n1[0] + e.n0[1] * e.n1[1], quadratic = e.n1[0] * e.n1[0] + e.n1[1] * e.n1[1];
  const Real n_squared = e.n0[0] * e.n0[0] + e.n0[1] * e.n0[1] + s * (2.0 * mixed + s * quadratic);
  const Real half_slope = mixed + s * quadratic;  // of n_squared
  const Real d_slope = e.d1 + 2.0 * s, q_slope = e.q1 + 2.0 * s * e.q2;
  SlipPoint<Real> point;
  point.d = e.d0 + s * (e.d1 + s);
  point.q = e.q0 + s * (e.q1 + s * e.q2);
  point.length = square_root(n_squared);
  const Real bound = e.scale * point.q;
  point.excess = point.length - bound;
  // d/|n| - d/bound over its derivative, multiplied through.
  const Real slope = bound * point.q * (d_slope * n_squared - point.d * half_slope) -
                     point.length * n_squared * (d_slope * point.q - point.d * q_slope);
  const Real zero = constant_like(s, 0.0), newton = point.d * point.excess * n_squared * point.q / slope;
  const Condition flat = slope == 0.0, defined = (point.q > 0.0) & (n_squared > 0.0);
  point.step = select(defined, select(flat, zero, newton), zero);
  return point;
}

/// The percussion at the root. Friction is exactly at its bound, independent of the rounding of the root.
template <class Real>
VectorOf<Real> slip_percussion(const SlipEquation<Real>& e, const Real& g_normal, const Real& friction, const Real& s,
                               const SlipPoint<Real>& root) {
  const Real zero = constant_like(s, 0.0);
  const Real normal = select(root.q > 0.0, root.q / (g_normal * root.d), zero);
  const Real scale = select(root.length > 0.0, -1.0 * friction * normal / root.length, zero);
  return {{normal, scale * (e.n0[0] + s * e.n1[0]), scale * (e.n0[1] + s * e.n1[1])}};
}

/// Square of the sliding speed without friction, m2/s2.
template <class Real>
Real speed_squared(const SlipEquation<Real>& e) {
  return e.n1[0] * e.n1[0] + e.n1[1] * e.n1[1];
}

/// Start of the search for the root, where none is known.
template <class Real>
Real first_slip_weight(const SlipEquation<Real>& e) {
  return square_root(speed_squared(e)) / (e.scale * e.q2);
}

/// Sliding speed over mu P_N, 1/kg, above which friction changes no digit of the velocity of a rock of 1e-20 kg and
/// more. The sixth power of larger ones overflows.
constexpr double kNegligibleFriction = 1e40;
/// Square of the sliding speed, m2/s2, below which products of speeds underflow; friction is left out.
constexpr double kSmallestSlip = 1e-280;

/// Bound of the search; most end after four iterations.
constexpr int kMaxSlipIterations = 100;
/// |n| - mu/G_NN q at a root, relative to |n|.
constexpr double kSlipExcess = 2e-15;
/// Newton's method converges quadratically: after a relative step this small, the next iterate is the root to rounding.
constexpr double kLastSlipStep = 1e-9;

}  // namespace rockfall
