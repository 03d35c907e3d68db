#include "rotation/trajectory_frame.h"

#include <cmath>

namespace rockfall {
namespace {

// Square of a length below which a vector of size 1 has no direction.
constexpr double kNothing = 1e-24;

Vec3 mirrored(const Vec3& v, const Vec3& across) { return v - (2.0 * across.dot(v) / across.squaredNorm()) * across; }

// Unit vector along v without its part along the unit vector t.
Vec3 perpendicular(const Vec3& v, const Vec3& t) {
  const Vec3 rest = v - v.dot(t) * t;
  const Vec3 again = rest - rest.dot(t) * t;  // exact to rounding even where little is left
  return again / again.norm();
}

// A unit vector across the unit vector t.
Vec3 any_perpendicular(const Vec3& t) {
  int least = 0;
  for (int i = 1; i < 3; ++i) {
    if (std::fabs(t[i]) < std::fabs(t[least])) least = i;
  }
  return perpendicular(Vec3::Unit(least), t);
}

}  // namespace

PathFrame first_path_frame(const Vec3& direction, const Vec3& up) {
  const Vec3 upwards = up / up.norm();
  const double length = direction.norm();
  if (!(length > 0)) return {any_perpendicular(upwards), upwards};
  const Vec3 t = direction / length;
  if (upwards.cross(t).squaredNorm() < 1e-16) return {t, any_perpendicular(t)};
  return {t, perpendicular(upwards, t)};
}

PathFrame carried(const PathFrame& frame, const Vec3& way, const Vec3& direction) {
  Vec3 across = way;
  if (way.squaredNorm() < kNothing) across = frame.tangent + direction;
  if (across.squaredNorm() < kNothing) return {direction, perpendicular(frame.normal, direction)};
  const Vec3 tangent = mirrored(frame.tangent, across), normal = mirrored(frame.normal, across);
  const Vec3 second = direction - tangent;
  // A path that turns straight back leaves the second mirror undefined.
  if (second.squaredNorm() < kNothing) return {direction, perpendicular(normal, direction)};
  return {direction, perpendicular(mirrored(normal, second), direction)};
}

}  // namespace rockfall
