// Scenes for the RocFall3 models: a cube of 1 m on an inclined plane or a grid.
#pragma once

#include <doctest/doctest.h>

#include <cmath>

#include "determinism/world.h"

namespace legacy {

constexpr double kGravity = 9.81;
constexpr double kRadius = 0.62035049089940009;  // of a sphere of 1 m3

inline rf_ground ground(double r_n, double r_t, double mu, double mu_r = 0) {
  rf_ground ground = rf_default_ground();
  ground.rocfall_restitution_normal = r_n;
  ground.rocfall_restitution_tangential = r_t;
  ground.rocfall_friction = mu;
  ground.rocfall_rolling_friction = mu_r;
  return ground;
}

/// A model and its shape.
struct Kind {
  rf_model model;
  rf_rocfall_shape shape;
};

constexpr Kind kinds[] = {{RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_SPHERE},
                          {RF_MODEL_ROCFALL_LUMPED, RF_ROCFALL_SPHERE},
                          {RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_HULL}};

struct LegacyWorld : determinism::World {
  LegacyWorld(rf_model model, double slope, const rf_ground& ground_everywhere) {
    add_box(1, 1, 1);
    use_plane(slope, ground_everywhere);
    scene.settings.model = model;
    scene.settings.stop_speed = 0;
    REQUIRE(rf_scene_check(&scene, nullptr) == RF_OK);
  }

  /// A rock at rest, `clearance` m above the ground.
  rf_state placed(double x, double y, double clearance) const {
    rf_state state = rf_default_state();
    state.position[0] = x;
    state.position[1] = y;
    REQUIRE(rf_place_above_ground(&scene, &state, clearance, nullptr) == RF_OK);
    return state;
  }

  /// Components of the normal of the plane.
  double nx() const { return -plane.slope_x / std::sqrt(1 + plane.slope_x * plane.slope_x); }
  double nz() const { return 1 / std::sqrt(1 + plane.slope_x * plane.slope_x); }
  double above_plane(const rf_state& s) const {
    return (s.position[2] - plane.height - plane.slope_x * s.position[0]) * nz();
  }
  double down(const double v[3]) const { return v[0] * nz() - v[2] * nx(); }
  double time(const rf_state& s) const { return static_cast<double>(s.step) * scene.settings.time_step; }

  void step(rf_state& state, int count = 1) const {
    for (int i = 0; i < count; ++i) REQUIRE(rf_step(&scene, &state, nullptr) == RF_OK);
  }
};

/// Largest energy in a ledger, the scale of its residual.
inline double energy_of(const rf_energy_ledger& e) {
  return std::fmax(std::fmax(e.kinetic_before, e.kinetic_after), std::fabs(e.potential_change));
}

}  // namespace legacy
