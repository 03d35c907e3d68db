// The least normal velocity of a contact with restitution, rf_ground::restitution_threshold.
#include <cmath>
#include <vector>

#include "step/worlds.h"

using namespace worlds;

namespace {

// Vertical velocity of a box after it has fallen flat onto level ground at the given speed, without gravity.
double velocity_after(int32_t scheme, double speed, double threshold) {
  OnPlane world(box_rock(1, 1, 1));
  world.plane.ground.restitution_normal = 0.4;
  world.plane.ground.restitution_threshold = threshold;
  world.scene.settings.scheme = scheme;
  world.scene.settings.gravity = 0;
  rf_state state = rf_default_state();
  state.position[2] = 0.5 + 1e-6;
  state.velocity[2] = -speed;
  for (int i = 0; i < 2; ++i) REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
  return state.velocity[2];
}

// States of rocks that bounce down a rough slope, one by one or together.
std::vector<rf_state> states_after(BusySlope& slope, uint32_t steps, bool together) {
  slope.renew();
  slope.random = Random(71);
  std::vector<rf_state> states;
  for (int i = 0; i < 24; ++i) states.push_back(slope.state_near_ground());
  if (together) {
    const auto count = static_cast<uint32_t>(states.size());
    REQUIRE(rf_step_many(&slope.scene, states.data(), count, steps, nullptr, nullptr) == RF_OK);
  } else {
    step_one_by_one(slope.scene, states, steps);
  }
  return states;
}

}  // namespace

TEST_CASE("an impact at the threshold of the restitution or above it bounces, a slower one does not") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    INFO(std::string(rf_scheme_name(scheme)));
    CHECK(velocity_after(scheme, 3, 0) == doctest::Approx(1.2).epsilon(1e-9));
    CHECK(velocity_after(scheme, 3, 2.9) == doctest::Approx(1.2).epsilon(1e-9));
    CHECK(std::fabs(velocity_after(scheme, 3, 3.1)) < 1e-9);
    CHECK(velocity_after(scheme, 0.1, 0) == doctest::Approx(0.04).epsilon(1e-9));
  }
}

TEST_CASE("a threshold above all velocities gives the bits of ground without restitution") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const bool together : {false, true}) {
      INFO(std::string(rf_scheme_name(scheme)), " together ", together);
      BusySlope slope(scheme);
      const std::vector<rf_state> bouncing = states_after(slope, 200, together);
      slope.grid.ground.restitution_threshold = 1e3;
      const std::vector<rf_state> limited = states_after(slope, 200, together);
      slope.grid.ground.restitution_normal = slope.grid.ground.restitution_tangential = 0;
      check_same_bits(limited, states_after(slope, 200, together));
      int differ = 0;
      for (size_t i = 0; i < limited.size(); ++i) differ += !same_bits(limited[i], bouncing[i]);
      CHECK(differ > 12);
    }
  }
}

TEST_CASE("at each contact the velocities before and after the step follow the law on the side of the threshold") {
  constexpr double kThreshold = 2;
  int bounce = 0, stay = 0;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    BusySlope slope(RF_SCHEME_IMPLICIT, seed);
    slope.grid.ground.restitution_tangential = slope.grid.ground.contact_drag = slope.grid.ground.layer_drag = 0;
    slope.grid.ground.restitution_threshold = kThreshold;
    slope.renew();
    for (int i = 0; i < 500; ++i) {
      rf_state state = slope.state_near_ground();
      const ReportedStep step(slope.scene, state);
      if (step.report.restitution_off || step.report.scaled_back) continue;
      for (uint32_t k = 0; k < step.report.contact_count; ++k) {
        const rf_contact& contact = step.contacts[k];
        if (!(contact.percussion[0] > 0)) continue;
        const double before = contact.velocity_before[0], after = contact.velocity_after[0];
        const bool slow = std::fabs(before) < kThreshold;
        ++(slow ? stay : bounce);
        CHECK(std::fabs(after + (slow ? 0.0 : 0.35) * before) < 1e-8);
      }
    }
  }
  CHECK(bounce > 100);
  CHECK(stay > 100);
}

TEST_CASE("rocks on ground with a threshold of the restitution get the same bits stepped together and alone") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const bool varies : {false, true}) {
      INFO(std::string(rf_scheme_name(scheme)), " varies ", varies);
      BusySlope slope(scheme);
      slope.grid.ground.restitution_threshold = 1.5;
      slope.grid.ground.rolling_resistance = varies ? 0.1 : 0;
      std::vector<float>& field = slope.owner.grid()->fields()[RF_GROUND_RESTITUTION_THRESHOLD];
      for (uint32_t i = 0; varies && i < 60 * 60; ++i) field.push_back(static_cast<float>(i % 7));
      check_same_bits(states_after(slope, 400, false), states_after(slope, 400, true));
    }
  }
}
