#include <doctest/doctest.h>

#include <cmath>

#include "soak/world.h"

// Both were found by a search over the worlds of the soak.
TEST_CASE("a step whose sweeps diverge beyond the largest number goes on without percussions, and says so") {
  const soak::World world(5000003082u);
  rf_state state = world.starts()[4];
  rf_step_report report = {};
  for (int step = 0; step < 5; ++step) REQUIRE(rf_step(&world.scene(), &state, &report) == RF_OK);
  CHECK(report.contact_count > 2);
  CHECK(report.converged == 0);
  CHECK(report.scaled_back == 1);
  CHECK(report.energy.contact_work == 0);
  for (int k = 0; k < 3; ++k) CHECK(std::isfinite(state.velocity[k] + state.angular_velocity[k]));
}

TEST_CASE("sweeps that diverge and come back to no percussions leave no velocity") {
  const soak::World world(5000004926u);
  rf_state state = world.starts()[2];
  rf_step_report report = {};
  for (int step = 0; step < 29; ++step) REQUIRE(rf_step(&world.scene(), &state, &report) == RF_OK);
  CHECK(report.converged == 0);
  CHECK(std::fabs(report.energy.residual) < 1e-12 * report.energy.kinetic_before);
  CHECK(report.energy.kinetic_after <= report.energy.kinetic_before + std::fabs(report.energy.potential_change));
}
