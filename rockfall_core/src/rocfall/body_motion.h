// Motion of a body in the legacy models of RocFall3. All vectors are in the inertial frame.
#pragma once

#include "body/body.h"
#include "numerics/quaternion.h"

namespace rockfall::rocfall {

struct BodyMotion {
  Vec3 position;
  Quat orientation;
  Vec3 velocity;
  Vec3 omega;  // angular velocity
};

/// I^-1 in the inertial frame.
Mat3 inverse_inertia_in_space(const Body& body, const Quat& orientation);

/// Orientation after a rotation by the axis-angle vector `angle`, given in the inertial frame: R p (legacy manual 1.3,
/// corrected).
Quat rotated_in_space(const Quat& p, const Vec3& angle);

/// Position after free flight for the time t.
inline Vec3 position_after_flight(const BodyMotion& start, double gravity, double t) {
  return start.position + (t * start.velocity - Vec3(0, 0, 0.5 * gravity * t * t));
}

/// Motion after free flight for the time t: parabola (eq. 1.1 and 1.2) and rotation by omega t.
BodyMotion after_flight(const Body& body, const BodyMotion& start, double gravity, double t);

}  // namespace rockfall::rocfall
