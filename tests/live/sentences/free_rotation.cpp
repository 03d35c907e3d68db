// Rotation in flight: what the samples say.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "live/opened_sample.h"
#include "live/sentences/sentences.h"

using namespace opened_sample;

namespace {

/** Number of times that the component of a rock's rotation about an axis changes its sign. */
int flips(Opened& scene, std::size_t rock, std::size_t variant, std::size_t axis) {
  int count = 0;
  const auto& moments = scene.world.timeline().moments();
  for (std::size_t i = 1; i < moments.size(); ++i) {
    const double before = moments[i - 1].states[variant][rock].angular_velocity[axis];
    count += before * moments[i].states[variant][rock].angular_velocity[axis] < 0 ? 1 : 0;
  }
  return count;
}

void intermediate_axis() {
  Opened scene("intermediate_axis");
  scene.run(20);
  CHECK(flips(scene, 0, 0, 1) >= 3);
}

void three_axes() {
  Opened scene("three_axes");
  scene.run(20);
  CHECK(flips(scene, 0, 0, 1) >= 3);
  for (const Moment& moment : scene.world.timeline().moments()) {
    CHECK(moment.states[0][1].angular_velocity[0] > 9.99);
    CHECK(moment.states[0][2].angular_velocity[2] > 9.99);
  }
}

void schemes_in_flight() {
  Opened scene("schemes_in_flight");
  scene.run(20);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string& name = scene.world.variants()[i].name;
    CAPTURE(name);
    double least = 10;
    for (const Moment& moment : scene.world.timeline().moments()) {
      least = std::min(least, moment.states[i][0].angular_velocity[2]);
    }
    if (name == "explicit") {
      CHECK(least < 5);
    } else {
      CHECK(least > 9.9);
    }
  }
}

}  // namespace

Sentences free_rotation_sentences() {
  return {
      {"intermediate_axis", intermediate_axis},
      {"three_axes", three_axes},
      {"schemes_in_flight", schemes_in_flight},
  };
}
