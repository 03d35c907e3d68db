// A recording whose replay diverges.
#ifndef ROCKFALL_TESTS_LIVE_DIVERGING_RECORDING_H
#define ROCKFALL_TESTS_LIVE_DIVERGING_RECORDING_H

#include <doctest/doctest.h>

#include <vector>

#include "live/world.h"
#include "samples/samples.h"
#include "support/begin_recording.h"

/** A recording of the sample "shapes" in which the velocity of rock 2 was changed before step 41 without recording it.
 */
inline std::vector<unsigned char> diverging_recording(std::uint32_t states_every) {
  sandbox::live::World world(sandbox::samples::shapes_side_by_side());
  rf_scene scene = world.variants()[0].scene;
  std::vector<rf_state> states = world.variants()[0].states;
  const auto count = static_cast<std::uint32_t>(states.size());
  rf_recording_def def = rf_default_recording_def();
  def.states_every = states_every;
  std::vector<unsigned char> memory(std::size_t{1} << 22);
  rf_recorder recorder{};
  support::begin_recording(recorder, def, scene, states, memory);
  for (int step = 1; step <= 100; ++step) {
    if (step == 41) states[2].velocity[0] += 1e-9;
    REQUIRE(rf_step_many(&scene, states.data(), count, 1, nullptr, nullptr) == RF_OK);
    REQUIRE(rf_recorder_stepped(&recorder, states.data(), count, nullptr) == RF_OK);
  }
  REQUIRE(rf_recorder_end(&recorder, states.data(), count, nullptr) == RF_OK);
  memory.resize(recorder.used);
  return memory;
}

#endif
