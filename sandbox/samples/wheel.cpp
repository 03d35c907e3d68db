#include "samples/samples.h"

namespace sandbox::samples {
namespace {

/** Blocks that start to roll about their minor axis, tilted by half a degree, without a time limit. */
Setup rolling_blocks(std::uint32_t count) {
  Setup setup;
  setup.scenario = read_scenario(find_scenario("wheel_l14"));
  setup.scenario.rock_count = count;
  setup.scenario.settings.time_limit = 0;
  setup.scenario.settings.time_step = 0.002;
  setup.shown = {-40, -600, 1600, 600};
  setup.plots = {"rotation", "energy", "speed", "jump_height"};
  return setup;
}

}  // namespace

Setup wheel() {
  Setup setup = rolling_blocks(1);
  // The motion is chaotic. This start of the ensemble rolls about its major axis from about 9 s on.
  setup.starts = [](const BuiltScene& built) { return std::vector<rf_state>{built.start(44, 1)}; };
  setup.distance = 22;
  setup.follow = true;
  return setup;
}

Setup wheel_ensemble() {
  Setup setup = rolling_blocks(60);
  setup.distance = 150;
  setup.ahead = 0.45;
  setup.azimuth = -2.2;
  return setup;
}

}  // namespace sandbox::samples
