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

/// Position and velocity after free flight for the time t: parabola (eq. 1.1 and 1.2).
inline void fly(double gravity, double t, BodyMotion& motion) {
  motion.position += t * motion.velocity - Vec3(0, 0, 0.5 * gravity * t * t);
  motion.velocity[2] -= gravity * t;
}

/// Orientation after free flight for the time t: rotation by omega t.
inline void turn(double t, BodyMotion& motion) {
  motion.orientation = rotated_in_space(motion.orientation, t * motion.omega);
}

/// Motion after free flight for the time t.
inline BodyMotion after_flight(const Body& body, const BodyMotion& start, double gravity, double t) {
  BodyMotion end = start;
  fly(gravity, t, end);
  if (body.kind != Body::Kind::point) turn(t, end);
  return end;
}

}  // namespace rockfall::rocfall
