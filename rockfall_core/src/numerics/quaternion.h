// Unit quaternions p = (e0, e), real part first; A(p) transforms K coordinates to I coordinates.
#pragma once

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

/// p q as a unit quaternion; see rotated() of three arguments.
inline Quat rotated(const Quat& p, const Quat& q) { return rotated(p, q, squared_length(q)); }

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
