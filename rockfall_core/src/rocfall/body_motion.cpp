#include "rocfall/body_motion.h"

#include "numerics/elementary.h"

namespace rockfall::rocfall {

Mat3 inverse_inertia_in_space(const Body& body, const Quat& orientation) {
  Mat3 inverse = body.inverse_inertia.asDiagonal();
  if (body.kind != Body::Kind::hull) return inverse;  // isotropic
  const Mat3 a = rotation_matrix(orientation);
  return a * inverse * a.transpose();
}

Quat rotated_in_space(const Quat& p, const Vec3& angle) {
  const HalfAngle half = half_angle(angle.squaredNorm());
  const Vec3 e = half.sine_over_angle * rotate_back(p, angle);
  return rotated(p, {half.cosine, e[0], e[1], e[2]});
}

}  // namespace rockfall::rocfall
