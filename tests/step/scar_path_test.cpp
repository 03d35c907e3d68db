// Rocks that move on in soil leave their scars behind.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/scenes.h"

using namespace support;

namespace {

// Speeds of rocks on an infinite slope of 35 degrees, in ascending order.
std::vector<double> speeds_on_slope(const double size[3], const char* preset, double drop, double start, double time) {
  constexpr uint32_t rocks = 24;
  constexpr double cosine = 0.8191520442889918, sine = 0.573576436351046;
  OnPlane world(shape_rock(RF_SHAPE_EOTA, size[0], size[1], size[2]), -sine / cosine);
  world.plane.ground = rf_ground_preset_find(preset)->ground;
  world.scene.settings.time_limit = 1000;
  world.renew();
  std::vector<rf_state> states(rocks, rf_default_state());
  for (uint32_t i = 0; i < rocks; ++i) {
    rf_random_orientation(29, i, 0, states[i].orientation);
    states[i].velocity[0] = start * cosine;
    states[i].velocity[2] = -start * sine;
    REQUIRE(rf_place_above_ground(&world.scene, &states[i], drop, nullptr) == RF_OK);
  }
  const uint32_t steps = static_cast<uint32_t>(time / world.scene.settings.time_step);
  REQUIRE(rf_step_many(&world.scene, states.data(), rocks, steps, nullptr, nullptr) == RF_OK);
  std::vector<double> speeds;
  for (const rf_state& state : states) {
    speeds.push_back(std::hypot(state.velocity[0], state.velocity[1], state.velocity[2]));
  }
  std::sort(speeds.begin(), speeds.end());
  return speeds;
}

}  // namespace

TEST_CASE("long after a drop into soft soil its height does not matter to the speed of a rock") {
  const double size[3] = {0.9, 0.9, 0.9};
  const double high = speeds_on_slope(size, "extra_soft", 10, 0, 60)[12],
               low = speeds_on_slope(size, "extra_soft", 0.5, 0, 60)[12];
  CHECK(high > 0.85 * low);
  CHECK(low > 0.85 * high);
}

TEST_CASE("long blocks do not fall to walking pace on a long slope of debris") {
  const double size[3] = {2, 1, 1};
  const std::vector<double> speeds = speeds_on_slope(size, "hard", 0.5, 5, 100);
  CHECK(speeds[1] > 5);  // nearly all; with the scars of their fastest impacts a third had 2 m/s
  CHECK(speeds[12] > 10);
  CHECK(speeds[12] < 20);
}
