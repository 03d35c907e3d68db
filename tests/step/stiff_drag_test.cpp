// Drag of any size: it never reverses a velocity and never adds energy.
#include <doctest/doctest.h>

#include <cmath>

#include "step/worlds.h"

using namespace support;

namespace {

// A box in a drag layer that is 1000 m high.
struct InLayer : OnPlane {
  InLayer(int32_t scheme, double ratio, double ratio_of_rotation) : OnPlane(box_rock(1, 1.4, 0.7)) {
    const double dt = scene.settings.time_step;
    plane.ground.layer_height = 1000;
    plane.ground.layer_drag = ratio * rock->mass / dt;
    plane.ground.layer_drag_rotation = ratio_of_rotation * rock->inertia[1] / dt;
    renew();
    scene.settings.scheme = scheme;
    scene.settings.gravity = 0;
    scene.settings.stop_speed = 0;
  }
};

rf_state moving() {
  rf_state state = rf_default_state();
  state.position[2] = 100;
  for (int k = 0; k < 3; ++k) {
    state.velocity[k] = 3 + k;
    state.angular_velocity[k] = 7 - 2 * k;
  }
  return state;
}

}  // namespace

TEST_CASE("drag never adds energy nor reverses the velocity for any ratio of drag to mass") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    CAPTURE(scheme);
    for (double ratio = 1e-3; ratio < 2e6; ratio *= std::sqrt(10.0)) {
      CAPTURE(ratio);
      InLayer on(scheme, ratio, ratio);
      rf_state state = moving();
      for (int i = 0; i < 50; ++i) {
        const rf_state before = state;
        rf_step_report report = {};
        REQUIRE(rf_step(&on.scene, &state, &report) == RF_OK);
        const rf_energy_ledger& e = report.energy;
        const double scale = e.kinetic_before + 1e-290;
        CHECK(e.kinetic_after <= e.kinetic_before * (1 + 1e-14));
        CHECK(e.drag_work <= 1e-14 * scale);
        CHECK(std::fabs(e.residual) <= 1e-12 * scale);
        for (int k = 0; k < 3; ++k) CHECK(state.velocity[k] * before.velocity[k] >= 0);
      }
      if (ratio >= 2) CHECK(std::fabs(state.velocity[0]) < 1e-9);
    }
  }
}

TEST_CASE("drag in contact and on the rotation never add energy without drag of the layer") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    CAPTURE(scheme);
    for (const double ratio : {0.5, 1.9, 2.0, 2.1, 30.0, 1e3, 1e6}) {
      CAPTURE(ratio);
      worlds::BusySlope world(scheme, 5);
      rf_ground& ground = world.grid.ground;
      ground.layer_drag = 0;
      ground.contact_drag = ratio / world.scene.settings.time_step;
      ground.contact_drag_height = 0.5;
      ground.layer_drag_rotation = ratio * world.rock->inertia[1] / world.scene.settings.time_step;
      world.renew();
      for (int i = 0; i < 100; ++i) {
        rf_state state = world.state_near_ground();
        for (int k = 0; k < 4; ++k) {
          rf_step_report report = {};
          REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
          const rf_energy_ledger& e = report.energy;
          const double scale = worlds::energy_scale(e, world.rock->mass, state);
          CHECK(e.kinetic_after - e.kinetic_before + e.potential_change <= 1e-12 * scale);
          CHECK(e.drag_work <= 1e-12 * scale);
          CHECK(std::fabs(e.residual) <= 1e-11 * scale);
        }
      }
    }
  }
}

TEST_CASE("drag of a rotation that contacts reverse never adds energy") {
  Random random(17);
  int contacts = 0;
  for (int i = 0; i < 3000; ++i) {
    OnPlane on(box_rock(1, 0.1, 0.1));
    on.scene.settings.scheme = static_cast<int32_t>(random.below(RF_SCHEME_COUNT));
    on.scene.settings.time_step = random.between(0.002, 0.02);
    on.plane.ground.layer_height = 10;
    on.plane.ground.layer_drag_rotation = on.rock->inertia[1] / on.scene.settings.time_step * random.between(0, 2);
    on.renew();
    rf_state state = random_state(random, 0, 0, random.between(0, 0.3), 5, 200);
    rf_step_report report = {};
    REQUIRE(rf_step(&on.scene, &state, &report) == RF_OK);
    contacts += report.contact_count > 0;
    const rf_energy_ledger& e = report.energy;
    const double scale = e.kinetic_before + e.kinetic_after;
    CHECK(e.drag_work <= 1e-14 * scale);
    CHECK(e.contact_work <= 1e-13 * scale);
    CHECK(std::fabs(e.residual) <= 1e-11 * scale);
  }
  CHECK(contacts > 500);
}

TEST_CASE("below its limit drag takes the factor of the midpoint rule in every step") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    CAPTURE(scheme);
    for (const double ratio : {1e-3, 0.1, 1.0, 1.9, 1.999}) {
      CAPTURE(ratio);
      InLayer on(scheme, ratio, 0);
      const double dt = on.scene.settings.time_step, m = on.rock->mass, c = ratio * m / dt;
      rf_state state = moving();
      double expected = state.velocity[0];
      for (int i = 0; i < 20; ++i) {
        REQUIRE(rf_step(&on.scene, &state, nullptr) == RF_OK);
        expected *= (m - 0.5 * dt * c) / (m + 0.5 * dt * c);
        CHECK(state.velocity[0] == doctest::Approx(expected).epsilon(1e-11));
      }
    }
  }
}
