// The members of rf_ground by their numbers, which are those of rf_ground_field.
#pragma once

#include <rockfall/ground.h>

#include "numerics/inline_calls.h"

namespace rockfall {

/// In the order of rf_ground_field.
inline constexpr double rf_ground::*kGroundMembers[] = {
    &rf_ground::mu_min,
    &rf_ground::mu_max,
    &rf_ground::kappa,
    &rf_ground::beta,
    &rf_ground::restitution_normal,
    &rf_ground::restitution_tangential,
    &rf_ground::restitution_threshold,
    &rf_ground::contact_drag,
    &rf_ground::layer_drag,
    &rf_ground::layer_drag_rotation,
    &rf_ground::layer_height,
    &rf_ground::contact_drag_height,
    &rf_ground::rolling_resistance,
    &rf_ground::soil_strength,
    &rf_ground::soil_drag,
    &rf_ground::soil_drag_rotation,
    &rf_ground::soil_density,
    &rf_ground::roughness_70,
    &rf_ground::roughness_20,
    &rf_ground::roughness_10,
    &rf_ground::rocfall_restitution_normal,
    &rf_ground::rocfall_restitution_tangential,
    &rf_ground::rocfall_friction,
    &rf_ground::rocfall_rolling_friction,
    &rf_ground::rocfall_impulse_cap,
    &rf_ground::rocfall_bounce_speed,
};
static_assert(sizeof kGroundMembers / sizeof kGroundMembers[0] == RF_GROUND_FIELD_COUNT,
              "kGroundMembers misses a member");

/// @param field  an rf_ground_field
ROCKFALL_ALWAYS_INLINE double& ground_member(rf_ground& ground, int field) { return ground.*kGroundMembers[field]; }
ROCKFALL_ALWAYS_INLINE double ground_member(const rf_ground& ground, int field) {
  return ground.*kGroundMembers[field];
}

/// Adjacent members of rf_ground, each an rf_ground_field.
struct GroundMembers {
  int first, last;
};
constexpr GroundMembers kAllMembers = {0, RF_GROUND_FIELD_COUNT - 1};
ROCKFALL_ALWAYS_INLINE constexpr GroundMembers one_member(int member) { return {member, member}; }

}  // namespace rockfall
