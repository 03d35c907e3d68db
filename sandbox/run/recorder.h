// Writing a recording (rockfall/recording.h) into memory that grows.
#ifndef ROCKFALL_SANDBOX_RUN_RECORDER_H
#define ROCKFALL_SANDBOX_RUN_RECORDER_H

#include <rockfall/recording.h>

#include <cstddef>
#include <memory>
#include <ostream>
#include <vector>

namespace sandbox {

/** Budget of the keyframes of a recording, bytes. */
constexpr std::size_t default_keyframe_bytes = 16u << 20;

/** Every call throws RunError if the library refuses. */
class Recorder {
 public:
  /** @param keyframe_bytes  budget of the keyframes; 0: none */
  Recorder(rf_recording_def def, const rf_scene& scene, std::size_t keyframe_bytes = default_keyframe_bytes);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void add(const rf_state& state);
  void settings(const rf_settings& settings);
  void ground(const rf_ground& ground);
  /** Stores states every so many steps from now on, at steps that are multiples of the interval of the beginning. No
   * effect where the recording stores none.
   *  @param steps  at least 1 */
  void store_states_every(std::uint32_t steps);
  /** @param steps  1 to steps_until_due() */
  void stepped(const std::vector<rf_state>& states, std::uint32_t steps = 1);
  /** Steps that may be made before the next call of stepped(). */
  std::uint32_t steps_until_due() const { return rf_recorder_steps_until_due(&recorder_); }
  void end(const std::vector<rf_state>& states);

  std::uint64_t steps() const { return recorder_.step; }
  /** Bytes held in memory. */
  std::size_t size() const { return recorder_.used; }
  /** Moves the bytes held to a stream. */
  void flush(std::ostream& out);
  /** Moves the bytes held out. */
  std::vector<unsigned char> take();

 private:
  void make_room(std::size_t bytes);
  void check(rf_status status) const;

  rf_recorder recorder_{};
  rf_error error_{};
  std::uint32_t first_states_every_;
  std::vector<unsigned char> memory_;
  std::unique_ptr<unsigned char[]> keyframes_;
};

}  // namespace sandbox
#endif
