// Rocks on a rough slope with all effects of a step: friction, restitution, drag, drag layer, slippage.
#pragma once

#include <cmath>

#include "support/scenes.h"

namespace worlds {

using namespace support;

inline void set_busy_ground(rf_ground& ground) {
  ground.mu_min = 0.3;
  ground.mu_max = 1.5;
  ground.kappa = 2;
  ground.beta = 20;
  ground.restitution_normal = 0.35;
  ground.restitution_tangential = 0.1;
  ground.contact_drag = 0.4;
  ground.layer_drag = 60;
  ground.layer_drag_rotation = 8;
  ground.layer_height = 1.5;
}

// Soil with the numbers of Lu et al. 2019. @param strength  Pa
inline void set_soil(rf_ground& ground, double strength) {
  ground.soil_strength = strength;
  ground.soil_drag = 2.5;
  ground.soil_density = 1700;
}

// Height of S at the midpoint of a step over a contact, along its normal. @param before  the state before the step
inline double height_over(const rf_contact& contact, const rf_state& before) {
  double height = 0;
  for (int k = 0; k < 3; ++k) {
    const double midpoint = before.position[k] + 0.5 * rf_default_settings().time_step * before.velocity[k];
    height += contact.normal[k] * (midpoint - contact.point[k]);
  }
  return std::fmax(height, 0.0);
}

/// Energy of which the rounding of a step is a small part. The height of S is rounded, too.
inline double energy_scale(const rf_energy_ledger& e, double mass, const rf_state& after) {
  return e.kinetic_before + e.kinetic_after + std::fabs(e.potential_change) +
         1e-3 * mass * 9.81 * std::fabs(after.position[2]);
}

struct BusySlope : OnGrid {
  explicit BusySlope(int32_t scheme, uint64_t seed = 1)
      : OnGrid(shape_rock(RF_SHAPE_RANDOM, 1, 1.3, 0.8, 30, seed), 60, 60, 0.5), random(seed) {
    set_busy_ground(grid.ground);
    roughen(random, -0.7, 0.1, 0.15);
    scene.settings.scheme = scheme;
  }
  // A moving rock close to the ground, partly in it.
  rf_state state_near_ground() {
    rf_state state = random_state(random, random.between(5, 25), random.between(5, 25), 0, 8, 12);
    REQUIRE(rf_place_above_ground(&scene, &state, random.between(-0.1, 0.1), nullptr) == RF_OK);
    state.slippage = random.between(0, 1);
    return state;
  }
  Random random;
};

}  // namespace worlds
