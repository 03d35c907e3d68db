// Models and schemes side by side: what the samples say.
#include <doctest/doctest.h>

#include <cmath>

#include "live/opened_sample.h"
#include "live/sentences/sentences.h"

using namespace opened_sample;

namespace {

void schemes_on_a_ramp() {
  Opened scene("schemes_on_a_ramp");
  scene.run(25);
  std::size_t differ = 0;
  for (std::size_t i = 0; i < scene.rocks(0).size(); ++i) {
    differ += std::fabs(scene.rock(i, 0).position[0] - scene.rock(i, 1).position[0]) > 0.5 ? 1 : 0;
  }
  CHECK(differ > scene.rocks().size() / 2);
  CHECK(mean_of(scene.rocks(1), 0) < 0.8 * mean_of(scene.rocks(0), 0));
}

void wheel_by_schemes() {
  Opened scene("wheel_by_schemes");
  scene.run(20);
  CHECK(about_major(scene.world.built().rock(0), scene.rock(0, 0)));
  CHECK(std::hypot(scene.rock(0, 0).position[0] - scene.rock(0, 1).position[0],
                   scene.rock(0, 0).position[1] - scene.rock(0, 1).position[1]) > 20);
}

void contact_models() {
  Opened scene("contact_models");
  scene.run(25);
  CHECK(spread_of(scene.rocks(0), 1) > 2);
  CHECK(spread_of(scene.rocks(1), 1) < 0.5);
  CHECK(spread_of(scene.rocks(2), 1) < 0.5);
}

}  // namespace

Sentences compared_sentences() {
  return {
      {"schemes_on_a_ramp", schemes_on_a_ramp},
      {"wheel_by_schemes", wheel_by_schemes},
      {"contact_models", contact_models},
  };
}
