// Vectors and quaternions of the verification, independent of those of the engine.
#ifndef ROCKFALL_SANDBOX_VERIFY_VECTOR_H
#define ROCKFALL_SANDBOX_VERIFY_VECTOR_H

#include <array>
#include <cmath>
#include <cstddef>

#include "common/angle.h"

namespace sandbox::verify {

constexpr double g = 9.81;  // m/s2

using Vec = std::array<double, 3>;
/** Real part first. */
using Quaternion = std::array<double, 4>;

inline Vec load(const double* v) { return {v[0], v[1], v[2]}; }
inline void store(const Vec& v, double* out) {
  for (std::size_t k = 0; k < 3; ++k) out[k] = v[k];
}
inline void store(const Quaternion& q, double* out) {
  for (std::size_t k = 0; k < 4; ++k) out[k] = q[k];
}
inline Vec operator+(const Vec& a, const Vec& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vec operator-(const Vec& a, const Vec& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Vec operator*(double k, const Vec& a) { return {k * a[0], k * a[1], k * a[2]}; }
inline Vec scaled(const Vec& a, const Vec& b) { return {a[0] * b[0], a[1] * b[1], a[2] * b[2]}; }
inline double dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline double norm(const Vec& a) { return std::sqrt(dot(a, a)); }
inline Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline Quaternion load_quaternion(const double* q) { return {q[0], q[1], q[2], q[3]}; }
inline Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3], a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1]};
}
inline Quaternion conjugate(const Quaternion& q) { return {q[0], -q[1], -q[2], -q[3]}; }
inline Quaternion about(const Vec& unit_axis, double angle) {
  const double s = std::sin(0.5 * angle);
  return {std::cos(0.5 * angle), s * unit_axis[0], s * unit_axis[1], s * unit_axis[2]};
}
inline Vec turned(const Quaternion& q, const Vec& v) {
  const Quaternion r = q * Quaternion{0, v[0], v[1], v[2]} * conjugate(q);
  return {r[1], r[2], r[3]};
}

}  // namespace sandbox::verify
#endif
