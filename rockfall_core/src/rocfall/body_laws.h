// Impact law and friction of each kind of body. The lumped mass is a point: the equations of the rigid body with a
// contact arm of zero, without cap and rolling friction.
#pragma once

#include "body/body.h"
#include "rocfall/counted_ground.h"
#include "rocfall/impact.h"
#include "rocfall/rolling.h"

namespace rockfall::rocfall {

/// With r = 0 the 6 x 6 formulation reduces to v_n+ = -R_N v_n-, v_t+ = R_T v_t-.
template <Body::Kind kind>
ImpactLaw impact_law(const LegacyGround& ground) {
  const bool capped = kind != Body::Kind::point && ground.impulse_cap >= 0.5;
  return {ground.restitution_normal, ground.restitution_tangential, capped, ground.friction};
}

template <Body::Kind kind>
GroundFriction ground_friction(const LegacyGround& ground) {
  return {ground.friction, kind == Body::Kind::point ? 0 : ground.rolling_friction};
}

}  // namespace rockfall::rocfall
