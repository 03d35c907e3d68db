#include "rotation/trajectory_frame.h"

#include <cmath>

namespace rockfall {
namespace {

// Squared length below which the direction of a vector counts as undefined.
constexpr double kMinLengthSquared = 1e-24;

Vec3 reflected(const Vec3& v, const Vec3& mirror_normal) {
  return v - (2.0 * mirror_normal.dot(v) / mirror_normal.squaredNorm()) * mirror_normal;
}

// Unit vector along the part of v perpendicular to the unit vector t.
Vec3 perpendicular(const Vec3& v, const Vec3& t) {
  const Vec3 projected = v - v.dot(t) * t;
  // The second projection removes the rounding error if `projected` is small.
  const Vec3 corrected = projected - projected.dot(t) * t;
  return corrected / corrected.norm();
}

// A unit vector perpendicular to the unit vector t.
Vec3 any_perpendicular(const Vec3& t) {
  int smallest = 0;
  for (int i = 1; i < 3; ++i) {
    if (std::fabs(t[i]) < std::fabs(t[smallest])) smallest = i;
  }
  return perpendicular(Vec3::Unit(smallest), t);
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

PathFrame transported(const PathFrame& frame, const Vec3& displacement, const Vec3& direction) {
  Vec3 mirror_normal = displacement;
  if (displacement.squaredNorm() < kMinLengthSquared) mirror_normal = frame.tangent + direction;
  if (mirror_normal.squaredNorm() < kMinLengthSquared) return {direction, perpendicular(frame.normal, direction)};
  const Vec3 tangent = reflected(frame.tangent, mirror_normal), normal = reflected(frame.normal, mirror_normal);
  const Vec3 second = direction - tangent;
  // The second reflection is undefined if the path reverses its direction.
  if (second.squaredNorm() < kMinLengthSquared) return {direction, perpendicular(normal, direction)};
  return {direction, perpendicular(reflected(normal, second), direction)};
}

}  // namespace rockfall
