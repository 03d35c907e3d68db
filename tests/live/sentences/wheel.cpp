// Blocks that roll as wheels: what the samples say.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "live/opened_sample.h"
#include "live/sentences/sentences.h"

using namespace opened_sample;

namespace {

void wheel() {
  Opened scene("wheel");
  const rf::Rock& rock = scene.world.built().rock(0);
  for (const double time : {0.0, 3.0}) {
    CAPTURE(time);
    scene.run(time - scene.world.time());
    const double* const omega = scene.rock().angular_velocity;
    CHECK(std::fabs(rock->inertia[0] * omega[0]) > 2 * std::fabs(rock->inertia[1] * omega[1]));
    CHECK(std::fabs(rock->inertia[0] * omega[0]) > 2 * std::fabs(rock->inertia[2] * omega[2]));
  }
  for (const double time : {12.0, 20.0, 30.0}) {
    CAPTURE(time);
    scene.run(time - scene.world.time());
    CHECK(about_major(rock, scene.rock()));
  }
}

void wheel_ensemble() {
  Opened scene("wheel_ensemble");
  for (const rf_state& rock : scene.rocks()) CHECK_FALSE(about_major(scene.world.built().rock(0), rock));
  scene.run(20);
  std::vector<rf_state> rocks = scene.rocks();
  std::sort(rocks.begin(), rocks.end(), [](const auto& a, const auto& b) { return a.position[0] > b.position[0]; });
  std::size_t wheels = 0;
  for (std::size_t i = 0; i < 6; ++i) wheels += about_major(scene.world.built().rock(0), rocks[i]) ? 1 : 0;
  CHECK(wheels >= 5);
}

}  // namespace

Sentences wheel_sentences() {
  return {
      {"wheel", wheel},
      {"wheel_ensemble", wheel_ensemble},
  };
}
