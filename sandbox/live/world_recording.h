// Recordings being written and played, inside the live world.
#ifndef ROCKFALL_SANDBOX_LIVE_WORLD_RECORDING_H
#define ROCKFALL_SANDBOX_LIVE_WORLD_RECORDING_H

#include <rockfall/recording.h>

#include "live/world.h"
#include "replay_log.h"

namespace sandbox::live {

/** Grows as it writes. Every call throws RunError if the library refuses. */
struct World::Recorder {
  /** @param states_every  steps from one storing of all states to the next */
  Recorder(const rf_scene& scene, const std::string& note, std::uint32_t states_every);
  void add(const rf_state& state);
  void impulse(std::uint32_t rock, const double value[3]);
  void settings(const rf_settings& settings);
  void ground(const rf_ground& ground);
  void stepped(const std::vector<rf_state>& states);
  std::vector<unsigned char> end(const std::vector<rf_state>& states);

 private:
  void room(std::size_t bytes);
  void check(rf_status status) const;

  rf_recorder recorder_{};
  rf_error error_{};
  std::vector<unsigned char> memory_;
};

struct World::Replay {
  std::vector<unsigned char> bytes;
  std::vector<rf_state> states;
  rf_replay replay{};
  rf_replay_report report{};
  rf_recording beginning{};  ///< to look for states ahead
  std::uint64_t steps = 0;   ///< in the recording
  Divergence divergence;
  std::vector<RecordedState> expected;  ///< states by which to tell the rocks that differ
};

}  // namespace sandbox::live
#endif
