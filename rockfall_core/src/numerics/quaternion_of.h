// Quaternions as templates, for formulas shared by double and SIMD lanes.
#pragma once

#include "numerics/real.h"

namespace rockfall {

template <class Real>
struct QuatOf {
  Real w, x, y, z;
};

template <class Real>
QuatOf<Real> product(const QuatOf<Real>& a, const QuatOf<Real>& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

template <class Real>
Real squared_length(const QuatOf<Real>& p) {
  return p.w * p.w + p.x * p.x + p.y * p.y + p.z * p.z;
}

/// True for a quaternion that can be normalised without loss.
template <class Real>
auto can_be_normalised(const QuatOf<Real>& p) {
  const Real square = squared_length(p);
  return (square > 0.5) & (square < 2.0);
}

template <class Real>
QuatOf<Real> normalised(const QuatOf<Real>& p) {
  const Real scale = 1.0 / square_root(squared_length(p));
  return {p.w * scale, p.x * scale, p.y * scale, p.z * scale};
}

/// p q as a unit quaternion, for q of any length. Only q is normalised; the length of p is corrected only when it
/// differs from 1 by many last bits. A factor within one bit of 1 in every step would round each component the same
/// way, which gives a steady drift of the axis in long rotations.
/// @param q_squared  squared length of q, to rounding
template <class Real>
QuatOf<Real> rotated(const QuatOf<Real>& p, const QuatOf<Real>& q, const Real& q_squared) {
  const Real p_squared = squared_length(p);
  const Real scale = 1.0 / square_root(select(absolute(p_squared - 1.0) < 1e-14, q_squared, q_squared * p_squared));
  return product(p, QuatOf<Real>{q.w * scale, q.x * scale, q.y * scale, q.z * scale});
}

/// normalise(p + h F(p) omega), F(p) omega = 1/2 (-e.omega, e0 omega + e x omega) (Leine et al. 2014, eq. 14).
template <class Real>
QuatOf<Real> advanced(const QuatOf<Real>& p, const Real omega[3], double h) {
  const double k = 0.5 * h;
  return normalised(QuatOf<Real>{p.w - k * (p.x * omega[0] + p.y * omega[1] + p.z * omega[2]),
                                 p.x + k * (p.w * omega[0] + p.y * omega[2] - p.z * omega[1]),
                                 p.y + k * (p.w * omega[1] + p.z * omega[0] - p.x * omega[2]),
                                 p.z + k * (p.w * omega[2] + p.x * omega[1] - p.y * omega[0])});
}

/// p = next where the condition holds.
template <class Condition, class Real>
void replace(const Condition& condition, const QuatOf<Real>& next, QuatOf<Real>& p) {
  p.w = select(condition, next.w, p.w);
  p.x = select(condition, next.x, p.x);
  p.y = select(condition, next.y, p.y);
  p.z = select(condition, next.z, p.z);
}

template <class Condition, class Real>
QuatOf<Real> select(const Condition& condition, const QuatOf<Real>& yes, const QuatOf<Real>& no) {
  return {select(condition, yes.w, no.w), select(condition, yes.x, no.x), select(condition, yes.y, no.y),
          select(condition, yes.z, no.z)};
}

/// Write A = 1 + 2 (e~ e~ + e0 e~) for a unit quaternion by rows (Leine et al. 2021, eq. 10).
template <class Real>
void write_rotation_matrix(const QuatOf<Real>& p, Real a[9]) {
  const Real xx = p.x * p.x, yy = p.y * p.y, zz = p.z * p.z;
  const Real xy = p.x * p.y, xz = p.x * p.z, yz = p.y * p.z;
  const Real wx = p.w * p.x, wy = p.w * p.y, wz = p.w * p.z;
  a[0] = 1.0 - 2.0 * (yy + zz);
  a[1] = 2.0 * (xy - wz);
  a[2] = 2.0 * (xz + wy);
  a[3] = 2.0 * (xy + wz);
  a[4] = 1.0 - 2.0 * (xx + zz);
  a[5] = 2.0 * (yz - wx);
  a[6] = 2.0 * (xz - wy);
  a[7] = 2.0 * (yz + wx);
  a[8] = 1.0 - 2.0 * (xx + yy);
}

}  // namespace rockfall
