// Many rocks on a mountain: what the samples say.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "live/opened_sample.h"
#include "live/sentences/sentences.h"
#include "live/session.h"
#include "samples/samples.h"

using namespace opened_sample;

namespace {

void mountain() {
  Session session("mountain");
  World& world = session.world();
  CHECK(world.time() > 2);
  CHECK(world.moving() > 30);  // it opens in the middle of the fall
  const std::vector<rf_state> first = world.timeline().moments()[0].states[0];
  world.advance(10000);
  std::size_t deep = 0;
  double fastest = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    deep += first[i].position[2] - world.variants()[0].states[i].position[2] > 50 ? 1 : 0;
  }
  for (const TrackSegment& segment : world.tracks().segments()) {
    fastest = std::max(fastest, static_cast<double>(segment.to_value[0]));
  }
  CHECK(deep > 15);  // m below their start
  CHECK(fastest > 15);
  CHECK(world.moving() < 20);
}

void thousand() {
  Opened scene("thousand");
  CHECK(scene.rocks().size() == 1000);
  const rf_grid& grid = scene.world.built().grid();
  CHECK(std::abs(static_cast<int>(grid.columns) - 501) <= 70);
  CHECK(grid.rows == 501);
  scene.run(0.2);
  CHECK(scene.world.moving() == 1000);
}

void forest() {
  Setup with = samples::find("forest").make(), without = samples::find("mountain").make();
  with.scenario.rock_count = without.scenario.rock_count = 20;
  CHECK(mean_way(with, 20) < 0.8 * mean_way(without, 20));
}

}  // namespace

Sentences mountain_sentences() {
  return {
      {"mountain", mountain},
      {"thousand", thousand},
      {"forest", forest},
  };
}
