// What engines have got wrong: what the samples say.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "live/opened_sample.h"
#include "live/sentences/sentences.h"

using namespace opened_sample;

namespace {

void seams() {
  Opened scene("seams");
  const double x = scene.rock().position[0];
  double highest = -1e9;
  for (int i = 0; i < 70; ++i) {
    scene.run(0.1);
    highest = std::max(highest, scene.rock().position[2]);
  }
  CHECK(norm(scene.rock().velocity) < 0.01);
  CHECK(scene.rock().position[0] - x == doctest::Approx(16.0 * 16.0 / (2 * 0.5 * 9.81)).epsilon(0.02));
  CHECK(highest < scene.rock().position[2] + 0.02);
  CHECK(std::fabs(upright(scene.rock(), 2)) > 0.9999);
}

void edge_of_terrain() {
  Opened scene("edge_of_terrain");
  scene.run(25);
  std::size_t left = 0;
  for (const rf_state& rock : scene.rocks()) left += rock.end == RF_ENDED_LEFT_TERRAIN ? 1 : 0;
  CHECK(left > 5);
}

}  // namespace

Sentences issues_sentences() {
  return {
      {"seams", seams},
      {"edge_of_terrain", edge_of_terrain},
  };
}
