// Impact law and friction by body. The lumped mass is a point: the equations of the rigid body with a contact arm of
// zero, without cap and rolling friction.
#pragma once

#include "rocfall/impact.h"
#include "rocfall/rolling.h"

namespace rockfall::rocfall {

/// v_n+ = -R_N v_n-, v_t+ = R_T v_t-: with r = 0 the 6 x 6 formulation reduces to this.
inline ImpactLaw lumped_impact(const LegacyGround& ground) {
  return {ground.restitution_normal, ground.restitution_tangential, false, 0};
}

inline GroundFriction lumped_friction(const LegacyGround& ground) { return {ground.friction, 0}; }

inline ImpactLaw rigid_impact(const LegacyGround& ground) {
  return {ground.restitution_normal, ground.restitution_tangential, ground.impulse_cap >= 0.5, ground.friction};
}

inline GroundFriction rigid_friction(const LegacyGround& ground) { return {ground.friction, ground.rolling_friction}; }

inline ImpactLaw impact_law(const Body& body, const LegacyGround& ground) {
  return body.kind == Body::Kind::point ? lumped_impact(ground) : rigid_impact(ground);
}

inline GroundFriction ground_friction(const Body& body, const LegacyGround& ground) {
  return body.kind == Body::Kind::point ? lumped_friction(ground) : rigid_friction(ground);
}

}  // namespace rockfall::rocfall
