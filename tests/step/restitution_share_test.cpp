// Where the impact law would add energy, the restitution is reduced as little as possible.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "support/scenes.h"

using namespace support;

namespace {

struct Impacts {
  int count = 0, reduced = 0;
  double kept = 0;  // energy after over before, mean of the reduced ones
};

rf_ground bouncy(double restitution, double friction) {
  rf_ground ground = rf_default_ground();
  ground.mu_min = ground.mu_max = friction;
  ground.restitution_normal = restitution;
  return ground;
}

rf_state turning(Random& random, double height) {
  rf_state state = rf_default_state();
  random.orientation(state.orientation);
  random.fill(state.angular_velocity, 3, 6);
  state.position[2] = height;
  state.velocity[2] = -3;
  return state;
}

// First impacts with one contact of boxes on level ground.
Impacts first_impacts(double restitution, double friction) {
  OnPlane world(box_rock(1, 0.8, 0.5));
  world.plane.ground = bouncy(restitution, friction);
  world.renew();
  Random random(4);
  Impacts impacts;
  for (int i = 0; i < 300; ++i) {
    rf_state state = turning(random, 2);
    for (int step = 0; step < 1000; ++step) {
      const ReportedStep made(world.scene, state);
      if (made.report.contact_count == 0) continue;
      if (made.report.contact_count > 1) break;
      ++impacts.count;
      const rf_energy_ledger& energy = made.report.energy;
      CHECK(energy.contact_work <= 1e-12 * energy.kinetic_before);
      if (made.report.restitution_off == 0) break;
      ++impacts.reduced;
      impacts.kept += energy.kinetic_after / energy.kinetic_before;
      break;
    }
  }
  if (impacts.reduced > 0) impacts.kept /= impacts.reduced;
  return impacts;
}

}  // namespace

TEST_CASE("an impact that would gain energy keeps nearly all of it") {
  for (const auto& pair : {std::pair(1.0, 0.0), std::pair(0.9, 0.5), std::pair(1.0, 0.5)}) {
    const double restitution = pair.first, friction = pair.second;
    CAPTURE(restitution);
    CAPTURE(friction);
    const Impacts impacts = first_impacts(restitution, friction);
    CHECK(impacts.count > 200);
    CHECK(impacts.reduced > 20);
    CHECK(impacts.kept > 0.95);
    CHECK(impacts.kept < 1.01);  // gravity acts during the step
  }
  CHECK(first_impacts(0.5, 0.5).reduced == 0);
}

TEST_CASE("impacts with reduced restitution have the same bits one by one and together") {
  OnGrid world(box_rock(1, 0.8, 0.5), 40, 40, 1);
  world.grid.ground = bouncy(0.97, 0.5);
  Random random(7);
  world.roughen(random, -0.5, 0, 0.1);
  std::vector<rf_state> together;
  for (int i = 0; i < 96; ++i) {
    together.push_back(turning(random, 25));
    together.back().position[0] = random.between(5, 30);
    together.back().position[1] = random.between(5, 30);
  }
  std::vector<rf_state> alone = together;
  uint64_t reduced = 0;
  for (rf_state& state : alone) {
    for (int i = 0; i < 2000 && state.end == RF_MOVING; ++i) {
      reduced += ReportedStep(world.scene, state).report.restitution_off != 0;
    }
  }
  CHECK(reduced > 20);
  for (int call = 0; call < 20; ++call) {
    REQUIRE(rf_step_many(&world.scene, together.data(), 96, 100, nullptr, nullptr) == RF_OK);
  }
  CHECK(std::memcmp(together.data(), alone.data(), 96 * sizeof(rf_state)) == 0);
}
