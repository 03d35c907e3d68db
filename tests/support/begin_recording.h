// The beginning of a recording.
#pragma once

#include <doctest/doctest.h>
#include <rockfall/recording.h>

#include <vector>

namespace support {

/// Begin a recording in `memory` and add the rocks with which a run starts.
inline void begin_recording(rf_recorder& recorder, const rf_recording_def& def, const rf_scene& scene,
                            const std::vector<rf_state>& states, std::vector<unsigned char>& memory) {
  REQUIRE(rf_recorder_begin(&recorder, &def, &scene, memory.data(), memory.size(), nullptr) == RF_OK);
  for (const rf_state& state : states) REQUIRE(rf_recorder_add(&recorder, &state, nullptr) == RF_OK);
}

}  // namespace support
