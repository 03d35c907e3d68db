// Unit quaternions p = (e0, e), real part first; A(p) transforms K coordinates to I coordinates.
#pragma once

#include <cmath>

#include "numerics/linear.h"
#include "numerics/quaternion_of.h"

namespace rockfall {

using Quat = QuatOf<double>;

inline Quat load_quat(const double* p) { return {p[0], p[1], p[2], p[3]}; }
inline void store_quat(const Quat& p, double* out) {
  out[0] = p.w;
  out[1] = p.x;
  out[2] = p.y;
  out[3] = p.z;
}

// Non-template overloads accept brace initialisers.
inline Quat product(const Quat& a, const Quat& b) { return product<double>(a, b); }
inline Quat normalised(const Quat& p) { return normalised<double>(p); }

/// p q as a unit quaternion, for q of any length. Only q is normalised; the length of p is corrected only when it
/// differs from 1 by many last bits. A factor within one bit of 1 in every step would round each component the same
/// way, which gives a steady drift of the axis in long rotations.
/// @param q_squared  squared length of q, to rounding
inline Quat rotated(const Quat& p, const Quat& q, double q_squared) {
  const double p_squared = p.w * p.w + p.x * p.x + p.y * p.y + p.z * p.z;
  const double scale = 1.0 / std::sqrt(std::fabs(p_squared - 1.0) < 1e-14 ? q_squared : q_squared * p_squared);
  return product(p, {q.w * scale, q.x * scale, q.y * scale, q.z * scale});
}
inline Quat rotated(const Quat& p, const Quat& q) {
  return rotated(p, q, q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
}

/// A = 1 + 2 (e~ e~ + e0 e~) for a unit quaternion (Leine et al. 2021, eq. 10).
inline Mat3 rotation_matrix(const Quat& p) {
  double rows[9];
  write_rotation_matrix(p, rows);
  Mat3 a;
  a << rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7], rows[8];
  return a;
}

/// A(p) v.
inline Vec3 rotate(const Quat& p, const Vec3& v) {
  const Vec3 e(p.x, p.y, p.z);
  const Vec3 t = 2.0 * e.cross(v);
  return v + p.w * t + e.cross(t);
}

/// A(p)^T v.
inline Vec3 rotate_back(const Quat& p, const Vec3& v) { return rotate({p.w, -p.x, -p.y, -p.z}, v); }

inline Quat advanced(const Quat& p, const Vec3& omega, double h) { return advanced(p, omega.data(), h); }

}  // namespace rockfall
