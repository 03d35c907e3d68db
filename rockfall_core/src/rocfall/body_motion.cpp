#include "rocfall/body_motion.h"

#include "numerics/elementary.h"
#include "numerics/inline_calls.h"

namespace rockfall::rocfall {

Mat3 inverse_inertia_in_space(const Body& body, const Quat& orientation) {
  Mat3 inverse = body.inverse_inertia.asDiagonal();
  if (body.kind != Body::Kind::hull) return inverse;  // isotropic
  const Mat3 a = rotation_matrix(orientation);
  return a * inverse * a.transpose();
}

ROCKFALL_INLINE_CALLS Quat rotated_in_space(const Quat& p, const Vec3& angle) {
  const HalfAngle half = half_angle(angle.squaredNorm());
  const Vec3 e = half.sine_over_angle * angle;
  // The rotation by `angle` comes first in the product: R p = (p* R*)*.
  const Quat back = rotated({p.w, -p.x, -p.y, -p.z}, {half.cosine, -e[0], -e[1], -e[2]});
  return {back.w, -back.x, -back.y, -back.z};
}

}  // namespace rockfall::rocfall
