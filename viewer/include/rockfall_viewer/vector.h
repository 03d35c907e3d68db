// Vectors of three doubles, for cameras and picking.
#ifndef ROCKFALL_VIEWER_VECTOR_H
#define ROCKFALL_VIEWER_VECTOR_H

#include <cmath>

namespace rockfall_viewer {

constexpr double pi = 3.14159265358979323846;

/** A position (m) or direction in local coordinates. */
struct Vec3 {
  double x = 0, y = 0, z = 0;
};

inline Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3 operator*(double s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(const Vec3& a) { return std::sqrt(dot(a, a)); }
/** Unit vector along a; `fallback` if a is zero. */
inline Vec3 unit(const Vec3& a, const Vec3& fallback = {0, 0, 1}) {
  const double size = length(a);
  return size > 1e-300 ? (1 / size) * a : fallback;
}
inline Vec3 vec3(const double* a) { return {a[0], a[1], a[2]}; }
/** Unit vector, angles in rad: azimuth from +x towards +y, elevation above the horizontal. */
inline Vec3 direction(double azimuth, double elevation) {
  return {std::cos(azimuth) * std::cos(elevation), std::sin(azimuth) * std::cos(elevation), std::sin(elevation)};
}

}  // namespace rockfall_viewer
#endif
