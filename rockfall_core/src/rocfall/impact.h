// Impact at one contact with R_N and R_T (legacy manual, section 2), for any contact arm.
#pragma once

#include "numerics/linear.h"
#include "rocfall/body_motion.h"
#include "rocfall/touch.h"

namespace rockfall::rocfall {

/// Kinematics of a contact: gamma = V + r~ omega (2.8), d gamma = G dP (2.10). All in the inertial frame.
struct Support {
  Vec3 normal;
  Vec3 arm;  // r = S - contact
  double inverse_mass;
  Mat3 inverse_inertia;
  Mat3 response;  // G = w M^-1 w^T = 1/m + r~ I^-1 r~^T

  Vec3 velocity(const Vec3& v, const Vec3& omega) const { return v + arm.cross(omega); }
  /// d omega by a percussion: I^-1 r~^T dP (2.7).
  Vec3 angular_velocity_change(const Vec3& percussion) const { return inverse_inertia * percussion.cross(arm); }
};

Support support_of(const Body& body, const BodyMotion& motion, const Touch& touch);

/// Impact law of the contact point.
struct ImpactLaw {
  double restitution_normal;      // R_N
  double restitution_tangential;  // R_T
  bool capped;                    // tangential percussion at most mu times the normal one (2.13)
  double friction;                // mu of the cap
};

/// dP of an impact (2.11 to 2.13), with the outgoing normal velocity -R_N gamma_n. It never adds energy: where the law
/// would, because the arm couples the directions, the outgoing velocity is scaled down.
/// @param incoming  contact velocity before the impact
Vec3 impact_percussion(const Support& support, const ImpactLaw& law, const Vec3& incoming);

/// Normal dP that makes the normal contact velocity zero.
Vec3 landing_percussion(const Support& support, const Vec3& incoming);

/// dP that makes the contact velocity zero.
Vec3 sticking_percussion(const Support& support, const Vec3& incoming);

/// G^-1 x.
Vec3 percussion_for(const Support& support, const Vec3& velocity_change);

}  // namespace rockfall::rocfall
