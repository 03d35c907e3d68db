// A needle that two contacts hold: rotation about the line of the contacts.
#include <doctest/doctest.h>

#include <cmath>

#include "support/scenes.h"

using namespace support;

namespace {

// A needle of 1 m across a valley, on its two tips.
struct InValley : OnGrid {
  explicit InValley(double side_deg, double rolling_resistance)
      : OnGrid(cloud_rock({-0.5, 0, 0, 0.5, 0, 0, 0, 0.02, 0, 0, -0.02, 0, 0, 0, 0.02, 0, 0, -0.02}), 5, 5, 1) {
    slope = std::tan(side_deg * 3.14159265358979 / 180);
    for (uint32_t r = 0; r < 5; ++r) {
      for (uint32_t c = 0; c < 5; ++c) at(c, r) = slope * std::fabs(c - 2.0);
    }
    grid.ground.mu_min = grid.ground.mu_max = 0.8;
    grid.ground.rolling_resistance = rolling_resistance;
    renew();
    scene.settings.stop_speed = 0;
  }

  rf_state start() const {
    rf_state state = rf_default_state();
    state.position[0] = state.position[1] = 2;
    state.position[2] = 0.5 * slope;
    // About the long axis, which is the one of the least moment of inertia.
    for (int k = 0; k < 3; ++k) {
      if (rock->inertia[k] < 0.5 * (rock->inertia[0] + rock->inertia[1] + rock->inertia[2]) / 3) axis = k;
    }
    const double h = std::sqrt(0.5);
    if (axis == 1) state.orientation[0] = h, state.orientation[3] = -h;
    if (axis == 2) state.orientation[0] = h, state.orientation[2] = h;
    state.angular_velocity[axis] = 20;
    return state;
  }

  double slope = 0;
  mutable int axis = 0;
};

// Seconds until the rotation stops, at most 60.
double time_to_stop(InValley& world, int32_t scheme) {
  world.scene.settings.scheme = scheme;
  rf_state state = world.start();
  const double dt = world.scene.settings.time_step;
  while (static_cast<double>(state.step) * dt < 60 && std::fabs(state.angular_velocity[world.axis]) > 1e-3) {
    rf_step_report report = {};
    REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
    if (state.step > 1) REQUIRE(report.contact_count > 0);
  }
  return static_cast<double>(state.step) * dt;
}

}  // namespace

TEST_CASE("a needle on its tips turns for ever on point contacts; rolling resistance stops it, also on steep sides" *
          doctest::test_suite("long")) {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const double side : {5.0, 30.0, 60.0, 80.0}) {
      CAPTURE(scheme);
      CAPTURE(side);
      InValley without(side, 0), with(side, 0.05);
      CHECK(time_to_stop(without, scheme) >= 60);
      CHECK(time_to_stop(with, scheme) < 0.1);
    }
  }
}
