// A recording that is replayed in the live scene and compared with the replay.
#ifndef ROCKFALL_SANDBOX_LIVE_REPLAY_H
#define ROCKFALL_SANDBOX_LIVE_REPLAY_H

#include <vector>

#include "live/variant.h"
#include "run/replay_log.h"
#include "run/replayer.h"

namespace sandbox::live {

/** Where a replay differs from its recording. */
struct Divergence {
  std::uint64_t step = 0;            ///< first step whose bits differ; 0 if none has yet
  std::uint64_t last_same = 0;       ///< last step found the same before
  bool after_a_jump = false;         ///< steps before it were not compared: it may have differed earlier
  std::uint64_t compared_at = 0;     ///< step whose recorded states show which rocks differ; 0 if none has yet
  std::vector<std::uint32_t> rocks;  ///< that differ at compared_at
};

class Replay {
 public:
  /** Opens a recording on the scene of `variant` and sets its rocks to the beginning. Throws InputError if the
   * recording is not valid or does not fit the scene. */
  Replay(std::vector<unsigned char> bytes, Variant& variant, Replayer::SetGround set_ground);

  /** Continues on the scene of another variant. */
  void use(Variant& variant) { replayer_.use_scene(variant.scene); }
  /** Makes a step and compares. False if the recording has no further step. Throws InputError. */
  bool step(Variant& variant);
  /** Goes to a step of the recording from its keyframes, without a comparison. Throws InputError, and then leaves the
   *  states of the variant as they are, but not its settings: use go_to() to return. */
  void jump(std::uint64_t step, Variant& variant);
  /** The last step added or removed rocks. */
  bool rocks_changed() const { return rocks_changed_; }
  /** The last step removed rocks: others may have their numbers. */
  bool rocks_removed() const { return rocks_removed_; }
  /** Time after a number of steps from the beginning of the recording, with the time steps that it has till there, s.
   */
  double time_at(std::uint64_t step) const;
  bool finished() const { return replayer_.finished(); }
  /** Steps in the recording. */
  std::uint64_t steps() const { return info_.steps; }
  const Divergence& divergence() const { return divergence_; }
  /** Steps before the present one were jumped over, and never compared. */
  bool has_skipped() const { return replayer_.steps_made() > compared_; }

  const rf_replay& place() const { return replayer_.place(); }
  /** Returns to a place with the states of that moment. */
  void go_to(const rf_replay& place, const std::vector<rf_state>& states) { replayer_.go_to(place, states); }

 private:
  /** Time from which on the recording has another time step. */
  struct TimeStep {
    std::uint64_t step = 0;
    double time = 0, time_step = 0;  // s
  };
  void read_time_steps();
  /** Throws InputError if no rock is left. */
  void take_states(Variant& variant) const;
  void compare(const std::vector<rf_state>& states);

  std::vector<unsigned char> bytes_;
  rf_recording beginning_{};  // to look for states ahead
  rf_recording_info info_;
  Replayer replayer_;
  std::vector<TimeStep> time_steps_;
  bool rocks_changed_ = false, rocks_removed_ = false;
  Divergence divergence_;
  std::uint64_t compared_ = 0;           // steps from the first one on that were made one by one
  std::vector<RecordedState> expected_;  // states that show which rocks differ
};

}  // namespace sandbox::live
#endif
