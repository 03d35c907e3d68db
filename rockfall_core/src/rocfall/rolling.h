// Rolling and rolling-sliding of a body on one contact: the nine equations 3.10 to 3.11 of the legacy manual.
#pragma once

#include "rocfall/impact.h"

namespace rockfall::rocfall {

/// Friction of the ground under a body.
struct GroundFriction {
  double sliding;  // mu
  double rolling;  // mu_r
};

enum class ContactMode {
  separated,  // the ground would have to pull
  rests,      // friction holds the body
  rolls,      // the contact point has no tangential velocity and keeps none
  slides      // the friction bound is reached
};

struct GroundMotion {
  ContactMode mode = ContactMode::separated;
  Vec3 acceleration = Vec3(0, 0, 0);          // a of S
  Vec3 angular_acceleration = Vec3(0, 0, 0);  // alpha
  Vec3 force = Vec3(0, 0, 0);                 // (F1, F2, N) at the contact
  Vec3 resistance = Vec3(0, 0, 0);  // rolling friction, which 3.10b lets act at S; part of `force` while sliding
  Vec3 slip = Vec3(0, 0, 0);        // unit direction of slip while sliding
  Vec3 roll = Vec3(0, 0, 0);        // unit direction of rolling
};

/// Tangential velocities of the contact below this count as none, m/s.
constexpr double kNoSlip = 1e-9;

/// Accelerations and forces of a body on the ground.
/// @param omega     angular velocity, I
/// @param gravity  m/s2 along -z
GroundMotion ground_motion(const Support& support, const GroundFriction& friction, const Vec3& velocity,
                           const Vec3& omega, double gravity);

}  // namespace rockfall::rocfall
