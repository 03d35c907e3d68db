// Writing a recording (rockfall/recording.h) into memory that grows.
#ifndef ROCKFALL_SANDBOX_RUN_RECORDER_H
#define ROCKFALL_SANDBOX_RUN_RECORDER_H

#include <rockfall/recording.h>

#include <cstddef>
#include <ostream>
#include <vector>

namespace sandbox {

/** Every call throws RunError if the library refuses. */
class Recorder {
 public:
  Recorder(const rf_recording_def& def, const rf_scene& scene);

  void add(const rf_state& state);
  void impulse(std::uint32_t rock, const double value[3]);
  void settings(const rf_settings& settings);
  void ground(const rf_ground& ground);
  void stepped(const std::vector<rf_state>& states);
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
  std::vector<unsigned char> memory_;
};

}  // namespace sandbox
#endif
