// Friction that grows, soil and drag: what the samples say.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "live/opened_sample.h"
#include "live/sentences/sentences.h"
#include "samples/samples.h"

using namespace opened_sample;

namespace {

void scarring() {
  Opened scene("scarring");
  scene.run(0.5);
  const rf_state sliding = scene.rock();
  CHECK(norm(sliding.angular_velocity) < 1e-6);
  scene.run(2.2);
  double early = 0, most = 0;
  for (const Sample& sample : scene.world.variants()[0].series.samples()) {
    const double mu = static_cast<double>(sample.value[friction]);
    if (std::isnan(mu)) continue;
    if (sample.time < 0.2) early = mu;
    most = std::max(most, mu);
  }
  CHECK(most > early + 0.3);
  // The angle between the orientations: it has tipped over.
  double product = 0;
  for (std::size_t k = 0; k < 4; ++k) product += sliding.orientation[k] * scene.rock().orientation[k];
  CHECK(2 * std::acos(std::min(1.0, std::fabs(product))) > 1);
}

void scars_in_meadow() {
  Setup setup = samples::find("scars_in_meadow").make();
  World world(setup);
  world.advance(2000);
  CHECK(world.tracks().scars().size() > 40);
  const double soft = mean_way(setup, 20);
  setup.scenario.ground.ground.soil_strength = 0;
  setup.scenario.ground.ground.rolling_resistance = 0;  // on rigid ground the arm would be longer than on soil
  CHECK(soft < 0.9 * mean_way(setup, 20));
}

/** The first variant stops before the second one. */
void first_stops_earlier(const char* name) {
  Opened scene(name);
  scene.run(20);
  CHECK(mean_of(scene.rocks(0), 0) < 0.9 * mean_of(scene.rocks(1), 0));
}

}  // namespace

Sentences scarring_sentences() {
  return {
      {"scarring", scarring},
      {"scars_in_meadow", scars_in_meadow},
      {"soft_and_hard", [] { first_stops_earlier("soft_and_hard"); }},
      {"drag", [] { first_stops_earlier("drag"); }},
  };
}
