// Blocks and balls on a slope: what the samples say.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "live/opened_sample.h"
#include "live/sentences/sentences.h"

using namespace opened_sample;

namespace {

void first_fall() {
  Opened scene("first_fall");
  const double height = scene.rock().position[2];
  scene.run(5);
  CHECK(scene.rock().position[0] > 10);
  CHECK(scene.rock().position[2] < height - 10);
  double turned = 0;
  for (const Sample& sample : scene.world.variants()[0].series.samples()) {
    turned = std::max(turned, std::hypot(static_cast<double>(sample.value[omega_x]),
                                         std::hypot(static_cast<double>(sample.value[omega_y]),
                                                    static_cast<double>(sample.value[omega_z]))));
  }
  CHECK(turned > 2);
}

void block_stands() {
  Opened scene("block_stands");
  CHECK(scene.rock().velocity[2] == 0);
  scene.run(0.1);
  CHECK(norm(scene.rock().velocity) > 0.5);  // it moves at once
  scene.run(2);
  const rf_state landed = scene.rock();
  scene.run(5);
  for (std::size_t k = 0; k < 3; ++k) CHECK(std::fabs(scene.rock().position[k] - landed.position[k]) < 1e-4);
}

void block_slides() {
  Opened scene("block_slides");
  scene.run(3);
  constexpr double slope = 35 * 3.14159265358979323846 / 180;
  const double speed = 3 * 9.81 * (std::sin(slope) - 0.6 * std::cos(slope));
  CHECK(norm(scene.rock().velocity) == doctest::Approx(speed).epsilon(0.02));
  CHECK(norm(scene.rock().angular_velocity) < 1e-3);
}

void shapes() {
  Opened scene("shapes");
  scene.run(20);
  std::map<std::string, double> way;
  for (const rf_state& rock : scene.rocks()) way[scene.world.built().rock_name(rock.rock)] = rock.position[0];
  for (const char* const flat : {"box", "eota221", "disc"}) {
    CAPTURE(flat);
    CHECK(way["ellipsoid"] > way[flat] + 3);
  }
  for (std::uint32_t i = 0; i < scene.rocks().size(); ++i) {
    CHECK(scene.world.built().rock(i)->mass == doctest::Approx(scene.mass()));
  }
}

void bounce() {
  Opened scene("bounce");
  const double radius = scene.world.built().rock(0)->bounding_radius;
  scene.run(6);
  // Apexes: where the vertical velocity changes its sign in flight.
  std::vector<double> heights;
  const auto& moments = scene.world.timeline().moments();
  for (std::size_t i = 1; i < moments.size(); ++i) {
    const rf_state &a = moments[i - 1].states[0][0], &b = moments[i].states[0][0];
    if (a.velocity[2] > 0 && b.velocity[2] <= 0) heights.push_back(std::max(a.position[2], b.position[2]) - radius);
  }
  REQUIRE(heights.size() >= 3);
  for (std::size_t i = 1; i < 3; ++i) CHECK(heights[i] / heights[i - 1] == doctest::Approx(0.64).epsilon(0.04));
}

}  // namespace

Sentences basics_sentences() {
  return {
      {"first_fall", first_fall}, {"block_stands", block_stands}, {"block_slides", block_slides}, {"shapes", shapes},
      {"bounce", bounce},
  };
}
