#include <doctest/doctest.h>

#include <cmath>

#include "soak/world.h"

// A needle of a few milligrams with eight contacts and rolling resistance in a world of the soak.
TEST_CASE("a step whose sweeps diverge beyond the largest number goes on without percussions, and says so") {
  const soak::World world(5000040614u);
  rf_state state = world.starts()[7];
  state.velocity[0] += 94 * 1e-3;  // found by a search over start velocities
  rf_step_report report = {};
  for (int step = 0; step < 68; ++step) REQUIRE(rf_step(&world.scene(), &state, &report) == RF_OK);
  CHECK(report.contact_count > 2);
  CHECK(report.converged == 0);
  CHECK(report.scaled_back == 1);
  CHECK(report.energy.contact_work == 0);
  for (int k = 0; k < 3; ++k) CHECK(std::isfinite(state.velocity[k] + state.angular_velocity[k]));
}

TEST_CASE("sweeps that diverge and come back to no percussions leave no velocity") {
  const soak::World world(5000068062u);
  rf_state state = world.starts()[6];
  state.velocity[0] += 1e-3;
  rf_step_report report = {};
  for (int step = 0; step < 10; ++step) REQUIRE(rf_step(&world.scene(), &state, &report) == RF_OK);
  CHECK(report.converged == 0);
  CHECK(std::fabs(report.energy.residual) < 1e-12 * report.energy.kinetic_before);
  CHECK(report.energy.kinetic_after <= report.energy.kinetic_before + std::fabs(report.energy.potential_change));
}
