// Rolling and sliding of a body on one contact: the nine equations 3.10 to 3.11 of the legacy manual.
#pragma once

#include "rocfall/impact.h"

namespace rockfall::rocfall {

/// Friction of the ground under a body.
struct GroundFriction {
  double sliding;  // mu
  double rolling;  // mu_r
};

enum class ContactMode {
  separated,  // the normal force would be negative
  resting,    // friction holds the body
  rolling,    // the tangential velocity of the contact point is zero and stays zero
  sliding     // the friction bound is reached
};

struct GroundMotion {
  ContactMode mode = ContactMode::separated;
  Vec3 acceleration = Vec3(0, 0, 0);          // a of S
  Vec3 angular_acceleration = Vec3(0, 0, 0);  // alpha
  Vec3 force = Vec3(0, 0, 0);                 // (F1, F2, N) at the contact
  Vec3 resistance = Vec3(0, 0, 0);  // rolling friction, which acts at S (3.10b); part of `force` while sliding
  Vec3 slip = Vec3(0, 0, 0);        // unit direction of slip while sliding
  Vec3 roll = Vec3(0, 0, 0);        // unit direction of rolling
};

/// Tangential contact velocities below this count as zero, m/s.
constexpr double kNoSlip = 1e-9;

/// Accelerations and forces of a body on the ground.
/// @param omega    angular velocity, I
/// @param gravity  m/s2 along -z
GroundMotion ground_motion(const Support& support, const GroundFriction& friction, const Vec3& velocity,
                           const Vec3& omega, double gravity);

}  // namespace rockfall::rocfall
