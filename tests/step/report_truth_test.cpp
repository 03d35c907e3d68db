// Reports about the solution of the contact laws.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "step/worlds.h"

using namespace worlds;

namespace {

double norm(const double* v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

// Violation of the normal law without restitution by the reported velocities, m/s.
double violation(const rf_contact& c) {
  return std::max(-c.velocity_after[0], c.percussion[0] > 0 ? c.velocity_after[0] : 0.0);
}

}  // namespace

TEST_CASE("a step whose contact law would lift the rock reports that its percussions were scaled back") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    CAPTURE(scheme);
    OnPlane on(box_rock(1, 1, 1));
    on.scene.settings.scheme = scheme;
    const double fall = on.scene.settings.gravity * on.scene.settings.time_step;
    for (const double share : {0.05, 0.2, 0.49, 0.6, 0.95}) {
      CAPTURE(share);
      rf_state state = rf_default_state();
      state.position[2] = 0.5 - 0.001;
      state.velocity[2] = share * fall;
      rf_contact contacts[8];
      rf_step_report report = {};
      report.contacts = contacts;
      report.contact_capacity = 8;
      REQUIRE(rf_step(&on.scene, &state, &report) == RF_OK);
      REQUIRE(report.contact_count == 4);
      const double closing = std::min(share, 1 - share) * fall;
      CHECK(state.velocity[2] == doctest::Approx(-closing).epsilon(1e-9));
      CHECK(report.scaled_back == 1);
      CHECK(report.converged == 1);
      CHECK(report.solver_residual >= closing * (1 - 1e-9));
      CHECK(std::fabs(report.energy.contact_work) < 1e-12);
    }
  }
}

TEST_CASE("a step reports violated contact laws by scaled_back or converged, for any friction") {
  int contact_steps = 0, converged = 0, obeyed = 0;
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    CAPTURE(scheme);
    for (const double friction : {0.3, 1.0, 2.0, 5.0}) {
      CAPTURE(friction);
      BusySlope world(scheme, 3);
      rf_ground& ground = world.grid.ground;
      ground.mu_min = ground.mu_max = friction;
      ground.restitution_normal = ground.restitution_tangential = 0;
      world.renew();
      const double fall = world.scene.settings.gravity * world.scene.settings.time_step;
      for (int i = 0; i < 60; ++i) {
        rf_state state = world.state_near_ground();
        for (int k = 0; k < 60 && state.end == RF_MOVING; ++k) {
          const ReportedStep step(world.scene, state);
          const rf_contact* const contacts = step.contacts;
          const rf_step_report& report = step.report;
          if (report.contact_count == 0) continue;
          ++contact_steps;
          converged += report.converged;
          double worst = 0, speed = fall;
          for (uint32_t c = 0; c < report.contact_count; ++c) {
            worst = std::max(worst, violation(contacts[c]));
            speed = std::max(speed, norm(contacts[c].velocity_before));
          }
          if (report.scaled_back) {
            CHECK(report.solver_residual > 0);
          } else if (report.converged) {
            ++obeyed;
            CHECK(report.solver_residual < 1e-6 * speed);
            CHECK(worst < 1e-6 * speed);
          }
        }
      }
    }
  }
  CHECK(contact_steps > 5000);
  CHECK(converged > 0.95 * contact_steps);
  CHECK(obeyed > 0.9 * contact_steps);  // friction above 1 scales some back
}

TEST_CASE("the report of a call for a rock that has ended has the scar of its state and no change") {
  for (const int32_t model : {RF_MODEL_HARD_CONTACT, RF_MODEL_ROCFALL_RIGID}) {
    OnPlane on(box_rock(1, 1, 1));
    on.scene.settings.model = model;
    rf_state state = rf_default_state();
    state.scar_depth = 0.13;
    state.scar_path = 2;
    state.end = RF_ENDED_STOPPED;
    rf_step_report report = {};
    REQUIRE(rf_step(&on.scene, &state, &report) == RF_OK);
    CHECK(report.scar_depth == 0.13);
    CHECK(report.scar_path == 2);
    CHECK(report.converged == 1);
    CHECK(report.contact_count == 0);
    CHECK(report.energy.kinetic_after == 0);
  }
}
