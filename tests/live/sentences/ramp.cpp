// Many rocks on a ramp: what the samples say.
#include <doctest/doctest.h>

#include "live/opened_sample.h"
#include "live/sentences/sentences.h"

using namespace opened_sample;

namespace {

void ramp() {
  Opened scene("ramp");
  scene.run(30);
  std::size_t below = 0;
  for (const rf_state& rock : scene.rocks()) below += rock.end == RF_ENDED_STOPPED && rock.position[0] > 107 ? 1 : 0;
  CHECK(below > 0.8 * static_cast<double>(scene.rocks().size()));
}

void rough_ramp() {
  Opened smooth("ramp"), rough("rough_ramp");
  smooth.run(20);
  rough.run(20);
  CHECK(mean_of(rough.rocks(), 0) < 0.9 * mean_of(smooth.rocks(), 0));
  const auto mean_jump = [](const World& world) {
    double sum = 0;
    for (const TrackSegment& segment : world.tracks().segments()) sum += static_cast<double>(segment.to_value[2]);
    return sum / static_cast<double>(world.tracks().segments().size());
  };
  CHECK(mean_jump(rough.world) > 1.1 * mean_jump(smooth.world));
}

}  // namespace

Sentences ramp_sentences() {
  return {
      {"ramp", ramp},
      {"rough_ramp", rough_ramp},
  };
}
