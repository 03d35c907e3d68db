// The RocFall3 models on rough ground: energy balance, penetration, end conditions.
#include <algorithm>
#include <cmath>
#include <vector>

#include "rocfall/legacy_world.h"

using namespace legacy;

namespace {

struct Rough : determinism::World {
  explicit Rough(const Kind& kind, double cap = 0, double time_step = 0.002) {
    add_octahedron();
    add_box(1.2, 0.8, 0.5);
    rf_ground soil = ground(0.45, 0.85, 0.55, 0.15);
    soil.rocfall_impulse_cap = cap;
    use_slope(61, 31, 1.5, 0.8, 0.3, soil);
    scene.settings.model = kind.model;
    scene.settings.rocfall_shape = kind.shape;
    scene.settings.time_step = time_step;
    scene.settings.time_limit = 60;
  }
};

struct Extremes {
  double residual = 0;  // of the ledger, relative to its largest energy
  double gain = 0;      // of energy in a step, relative to the same
  double depth = 0;     // largest depth of S below the ground, m
  long contacts = 0;
  long steps = 0;
};

Extremes run_to_end(const Rough& world, rf_state& state) {
  Extremes extremes;
  std::vector<rf_contact> contacts(64);
  rf_step_report report = {};
  report.contacts = contacts.data();
  report.contact_capacity = 64;
  const double fall = world.scene.settings.gravity * world.scene.settings.time_step;
  rf_rock_properties rock;
  REQUIRE(rf_rock_get(world.scene.rocks[state.rock], &rock) == RF_OK);
  while (state.end == RF_MOVING) {
    REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
    const rf_energy_ledger& e = report.energy;
    const double energy = std::max(energy_of(e), rock.mass * fall * fall);
    extremes.residual = std::max(extremes.residual, std::fabs(e.residual) / energy);
    extremes.gain = std::max(extremes.gain, (e.kinetic_after - e.kinetic_before + e.potential_change) / energy);
    CHECK(e.drag_work <= 0);
    double work = 0;
    for (uint32_t i = 0; i < report.contact_count; ++i) {
      for (int k = 0; k < 3; ++k) {
        work += 0.5 * (contacts[i].velocity_before[k] + contacts[i].velocity_after[k]) * contacts[i].percussion[k];
      }
    }
    // The step that ends at rest removes the remaining energy without a reported contact.
    CHECK(e.contact_work <= work + 1e-9 * energy);
    extremes.contacts += report.contact_count;
    ++extremes.steps;
    rf_terrain_sample below;
    rf_terrain_at(&world.scene.terrain, state.position[0], state.position[1], &below);
    if (below.exists) extremes.depth = std::max(extremes.depth, below.height - state.position[2]);
  }
  return extremes;
}

}  // namespace

TEST_CASE("every step of the RocFall3 models on rough ground has a closed energy balance and no energy gain") {
  for (const Kind& kind : kinds) {
    for (const double cap : {0.0, 1.0}) {
      const Rough world(kind, cap);
      for (uint32_t i = 0; i < 12; ++i) {
        rf_state state = const_cast<Rough&>(world).drop(i % 2, 4, 6 + 2.5 * i, 1.5);
        const Extremes extremes = run_to_end(world, state);
        INFO("model ", kind.model, " shape ", kind.shape, " rock ", i, " end ", state.end, " at ", state.position[0]);
        CHECK(extremes.residual < 1e-9);
        CHECK(extremes.gain < 1e-9);
        CHECK(extremes.contacts > 0);
        CHECK(extremes.depth < 1e-6);
        CHECK(state.end != RF_ENDED_FAULT);
        CHECK(state.position[0] > 10);
      }
    }
  }
}

namespace {

// Random ground, rock and start.
struct RandomWorld : determinism::World {
  explicit RandomWorld(uint32_t number) {
    double r[16];
    for (uint32_t k = 0; k < 8; ++k) rf_random_pair(11, number, k, r + 2 * k);
    const auto with_limits = [](double x, double low, double high) { return x < 0.15 ? low : (x > 0.85 ? high : x); };
    rf_ground soil =
        ground(with_limits(r[0], 0, 1), with_limits(r[1], 0, 1), r[2] < 0.1 ? 0 : 2 * r[2], r[3] < 0.3 ? 0 : r[3]);
    soil.rocfall_impulse_cap = r[4] < 0.5;
    soil.rocfall_bounce_speed = r[5] < 0.4 ? 0 : 0.5 * r[5];
    const double cell = r[6] < 0.3 ? 0.25 : (r[6] < 0.6 ? 1 : 3);
    add_octahedron();
    add_box(1.2, 0.8, 0.5);
    use_slope(81, 61, cell, 1.5 * r[8], 0.5 * r[7] * cell, soil);
    const Kind& kind = kinds[number % 3];
    scene.settings.model = kind.model;
    scene.settings.rocfall_shape = kind.shape;
    scene.settings.time_step = r[9] < 0.3 ? 0.02 : (r[9] < 0.6 ? 0.005 : 0.001);
    scene.settings.time_limit = 5;
    rf_state& state = drop(number % 2, cell * 40 * (0.2 + r[10]), cell * 30, 1);
    if (r[11] > 0.3) return;
    state.velocity[0] = 60 * r[12];
    state.velocity[1] = 20 * (r[13] - 0.5);
    state.velocity[2] = -40 * r[14];
    for (int k = 0; k < 3; ++k) state.angular_velocity[k] = 100 * (r[k] - 0.5);
  }
};

}  // namespace

TEST_CASE("the RocFall3 models balance, gain no energy and stay above the ground for random grounds and starts") {
  for (uint32_t number = 0; number < 90; ++number) {
    RandomWorld world(number);
    rf_state& state = world.states[0];
    rf_rock_properties rock;
    REQUIRE(rf_rock_get(world.scene.rocks[state.rock], &rock) == RF_OK);
    rf_step_report report = {};
    double residual = 0, gain = 0, depth = 0;
    while (state.end == RF_MOVING) {
      REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
      const rf_energy_ledger& e = report.energy;
      const double fall = kGravity * world.scene.settings.time_step;
      // Rounding of the potential energy, which dominates for a rock at rest.
      const double rounding =
          1e-15 * rock.mass * kGravity * (1 + std::fabs(state.position[2])) * (4 + report.contact_count);
      const double allowed = rounding + 1e-10 * std::max(energy_of(e), rock.mass * fall * fall);
      residual = std::max(residual, std::fabs(e.residual) / allowed);
      gain = std::max(gain, (e.kinetic_after - e.kinetic_before + e.potential_change) / allowed);
      rf_terrain_sample below;
      rf_terrain_at(&world.scene.terrain, state.position[0], state.position[1], &below);
      if (below.exists) depth = std::max(depth, below.height - state.position[2]);
    }
    INFO("start ", number, " model ", world.scene.settings.model, " shape ", world.scene.settings.rocfall_shape);
    CHECK(residual < 1);
    CHECK(gain < 1);
    CHECK(depth < 1e-8);
    CHECK(state.end != RF_ENDED_FAULT);
  }
}
