// Run-outs of many rocks.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "support/scenes.h"

using namespace support;

namespace {

struct MeanRunOut {
  double mean = 0, standard_error = 0;
};

// Run-out of rocks of 0.75 m that start slowly at the top of a slope of 35 degrees and 100 m, followed by level ground.
MeanRunOut run_out(double time_step) {
  constexpr uint32_t rocks = 100, columns = 101, rows = 51;
  constexpr double cell = 4, slope = 0.7002075382097097, foot = 100 * 0.8191520442889918;
  OnGrid world(shape_rock(RF_SHAPE_EOTA, 0.75, 0.75, 0.75), columns, rows, cell);
  const rf_ground_preset* const medium = rf_ground_preset_find("medium");
  REQUIRE(medium);
  world.grid.ground = medium->ground;
  for (uint32_t row = 0; row < rows; ++row) {
    for (uint32_t column = 0; column < columns; ++column) {
      world.at(column, row) = slope * std::fmax(foot - cell * column, 0.0);
    }
  }
  world.scene.settings.time_step = time_step;
  world.scene.settings.time_limit = 120;
  world.renew();
  std::vector<rf_state> states(rocks, rf_default_state());
  for (uint32_t i = 0; i < rocks; ++i) {
    rf_random_orientation(23, i, 0, states[i].orientation);
    states[i].position[0] = 3;
    states[i].position[1] = 0.5 * cell * (rows - 1);
    REQUIRE(rf_place_above_ground(&world.scene, &states[i], 2, nullptr) == RF_OK);
    states[i].velocity[0] = 2;
  }
  REQUIRE(rf_step_many(&world.scene, states.data(), rocks, static_cast<uint32_t>(130 / time_step), nullptr, nullptr) ==
          RF_OK);
  MeanRunOut result;
  for (const rf_state& state : states) {
    CHECK(state.end == RF_ENDED_STOPPED);
    result.mean += state.position[0] / rocks;
  }
  double square = 0;
  for (const rf_state& state : states) square += std::pow(state.position[0] - result.mean, 2);
  result.standard_error = std::sqrt(square / (rocks - 1.0) / rocks);
  return result;
}

}  // namespace

TEST_CASE("the mean run-out on soil does not depend on the time step") {
  const MeanRunOut fine = run_out(0.001), coarse = run_out(0.002);
  const double difference = std::fabs(fine.mean - coarse.mean);
  CHECK(difference < 3 * std::hypot(fine.standard_error, coarse.standard_error));
  CHECK(difference < 0.1 * fine.mean);
}
