// The moment of rolling resistance, on rigid ground and in soil.
#include <cmath>
#include <vector>

#include "step/worlds.h"

using namespace worlds;

namespace {

// The largest moment of rolling resistance over mu_R h P_N, of rocks dropped with a speed.
double largest_over_bound(OnPlane& world, Random& random, int rocks, int steps, double speed) {
  double largest = 0;
  for (int i = 0; i < rocks; ++i) {
    rf_state state = support::random_state(random, 0, 0, 0, 4, speed);
    REQUIRE(rf_place_above_ground(&world.scene, &state, 0.1, nullptr) == RF_OK);
    for (int k = 0; k < steps; ++k) {
      const rf_state before = state;
      const ReportedStep step(world.scene, state);
      for (uint32_t c = 0; c < step.report.contact_count; ++c) {
        const rf_contact& contact = step.contacts[c];
        const double mu = world.plane.ground.rolling_resistance;
        const double bound = mu * height_over(contact, before) * contact.percussion[0];
        if (bound < 1e-3) continue;
        largest = std::fmax(largest, std::hypot(contact.moment[0], contact.moment[1]) / bound);
      }
    }
  }
  return largest;
}

}  // namespace

TEST_CASE("the moment of rolling resistance on rigid ground reaches mu_R times the height of S over the contact") {
  for (const double length : {1.0, 3.0}) {
    CAPTURE(length);
    OnPlane world(shape_rock(RF_SHAPE_EOTA, length, 1, 0.6), -0.5);
    world.plane.ground.rolling_resistance = 0.1;
    world.renew();
    Random random(76);
    const double largest = largest_over_bound(world, random, 20, 400, 6);
    CHECK(largest == doctest::Approx(1).epsilon(1e-6));
  }
}

TEST_CASE("the drag of the layer shortens the arm of rolling resistance, by half the depth at most, down to zero") {
  OnPlane world(shape_rock(RF_SHAPE_EOTA, 1, 1, 1), -0.4);
  set_soil(world.plane.ground, 5e6);
  world.plane.ground.rolling_resistance = 0.1;
  world.renew();
  const double radius = world.rock->bounding_radius, weight = world.rock->mass * world.scene.settings.gravity;
  Random random(74);
  int at_bound = 0, without = 0, by_drag = 0;
  for (int i = 0; i < 60; ++i) {
    rf_state state = support::random_state(random, 0, 0, 0, 4, 6);
    REQUIRE(rf_place_above_ground(&world.scene, &state, 0.1, nullptr) == RF_OK);
    for (int k = 0; k < 500; ++k) {
      const double speed = std::hypot(state.velocity[0], state.velocity[1], state.velocity[2]);
      const rf_state before = state;
      const ReportedStep step(world.scene, state);
      const rf_contact* const contacts = step.contacts;
      const rf_step_report& report = step.report;
      const double drag = 0.5 * 2.5 * 1700 * report.submerged_area * speed * speed;
      const double of_layer = std::fmin(0.5 * report.scar_depth, radius * drag / weight);
      for (uint32_t c = 0; c < report.contact_count; ++c) {
        const double left = std::fmax(0.1 * height_over(contacts[c], before) - of_layer, 0.0);
        const double moment = std::hypot(contacts[c].moment[0], contacts[c].moment[1]);
        const double bound = left * contacts[c].percussion[0];
        CHECK(moment <= bound * (1 + 1e-6) + 1e-9);
        if (bound > 1e-3 && moment > bound * (1 - 1e-6)) {
          ++at_bound;
          if (of_layer < 0.5 * report.scar_depth) ++by_drag;
        }
        if (left == 0 && contacts[c].percussion[0] > 1) ++without;
      }
    }
  }
  CHECK(at_bound > 50);
  CHECK(without > 50);
  CHECK(by_drag > 50);
}

TEST_CASE("the moment of rolling resistance never exceeds its bound on rigid ground, whatever the soil law") {
  OnPlane world(shape_rock(RF_SHAPE_EOTA, 1, 1, 1), -0.7);
  set_soil(world.plane.ground, 15e6);
  world.plane.ground.rolling_resistance = 0.1;
  world.renew();
  for (int32_t law = 0; law < RF_SOIL_LAW_COUNT; ++law) {
    CAPTURE(law);
    world.scene.settings.soil_law = law;
    Random random(75);
    const double largest = largest_over_bound(world, random, 40, 500, 20);
    CHECK(largest > 0.5);
    CHECK(largest < 1 + 1e-6);
  }
}

TEST_CASE("nearly round rocks that have dug in deep at speed stop on a gentle slope of light soil") {
  OnPlane world(shape_rock(RF_SHAPE_DISC, 1.5, 1.5, 1.5), -0.1);
  set_soil(world.plane.ground, 1e6);
  world.plane.ground.soil_density = 350;
  world.plane.ground.mu_min = world.plane.ground.mu_max = 0.35;
  world.plane.ground.rolling_resistance = 0.2;
  world.renew();
  Random random(75);
  std::vector<rf_state> states;
  for (int i = 0; i < 32; ++i) {
    rf_state state = rf_default_state();
    random.orientation(state.orientation);
    state.velocity[0] = 10;
    REQUIRE(rf_place_above_ground(&world.scene, &state, 0.1, nullptr) == RF_OK);
    states.push_back(state);
  }
  const auto steps = static_cast<uint32_t>(20 / world.scene.settings.time_step);
  REQUIRE(rf_step_many(&world.scene, states.data(), 32, steps, nullptr, nullptr) == RF_OK);
  for (const rf_state& state : states) CHECK(state.end == RF_ENDED_STOPPED);
}
