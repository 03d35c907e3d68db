// Recordings of a host that does what the window does not, such as to remove rocks.
#ifndef ROCKFALL_TESTS_LIVE_MADE_RECORDING_H
#define ROCKFALL_TESTS_LIVE_MADE_RECORDING_H

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "live/world.h"
#include "samples/samples.h"
#include "support/begin_recording.h"

/** A recording of the sample "shapes", being made. */
struct MadeRecording {
  MadeRecording() : world(sandbox::samples::shapes_side_by_side()) {
    scene = world.variants()[0].scene;
    states = world.variants()[0].states;
    rf_recording_def def = rf_default_recording_def();
    def.states_every = 1;
    support::begin_recording(recorder, def, scene, states, memory);
  }

  void step(int steps) {
    const auto count = static_cast<std::uint32_t>(states.size());
    for (int i = 0; i < steps; ++i) {
      REQUIRE(rf_step_many(&scene, states.data(), count, 1, nullptr, nullptr) == RF_OK);
      REQUIRE(rf_recorder_stepped(&recorder, states.data(), count, nullptr) == RF_OK);
    }
  }

  /** Removes a rock; those after it move down. */
  void remove(std::uint32_t rock) {
    REQUIRE(rf_recorder_remove(&recorder, rock, RF_REMOVAL_SHIFT, nullptr) == RF_OK);
    states.erase(states.begin() + rock);
  }

  void add(const rf_state& state) {
    REQUIRE(rf_recorder_add(&recorder, &state, nullptr) == RF_OK);
    states.push_back(state);
  }

  void set_time_step(double seconds) {
    scene.settings.time_step = seconds;
    REQUIRE(rf_recorder_settings(&recorder, &scene.settings, nullptr) == RF_OK);
  }

  std::vector<unsigned char> end() {
    const auto count = static_cast<std::uint32_t>(states.size());
    REQUIRE(rf_recorder_end(&recorder, states.data(), count, nullptr) == RF_OK);
    return {memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(recorder.used)};
  }

  sandbox::live::World world;
  rf_scene scene{};
  std::vector<rf_state> states;
  std::vector<unsigned char> memory = std::vector<unsigned char>(std::size_t{1} << 23);
  rf_recorder recorder{};
};

#endif
