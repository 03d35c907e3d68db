// Reading a recording and stepping through it.
#ifndef ROCKFALL_SANDBOX_RUN_REPLAYER_H
#define ROCKFALL_SANDBOX_RUN_REPLAYER_H

#include <functional>
#include <rockfall/rockfall.hpp>
#include <string>
#include <vector>

#include "common/temporary_folder.h"

namespace sandbox {

/** A recording in memory. */
struct RecordingFile {
  std::string file;
  std::vector<unsigned char> bytes;
  TemporaryFolder attached;  ///< the files that it contained: see detach_files()
  rf_recording reader{};
  rf_recording_info info{};
};

/** Reads a recording and checks it. Throws InputError. */
RecordingFile open_recording(const std::string& file);

/** A replay with its states. Can be neither copied nor moved. */
class Replayer {
 public:
  /** Changes the ground of the scene when the recording does. */
  using SetGround = std::function<rf_status(rf_scene& scene, const rf_ground& ground)>;

  /** Throws InputError if the recording adds shapes or changes heights, which the programs do not record.
   *  @param scene  the replay changes its settings; outlives the replay, see use_scene()
   *  @param tasks  nullable */
  Replayer(const rf_recording_info& info, rf_scene& scene, const rf_tasks* tasks, SetGround set_ground);
  Replayer(const Replayer&) = delete;
  Replayer& operator=(const Replayer&) = delete;

  /** See rf_replay_begin. The bytes outlive the replay. */
  rf::Status begin(const std::vector<unsigned char>& bytes);
  /** See rf_replay_step. */
  rf::Status step();

  /** Goes to any step, see rf_replay_seek. */
  rf::Status seek(std::uint64_t step);

  std::uint64_t steps_made() const { return replay_.step; }
  /** Rocks added so far. */
  std::uint32_t count() const { return replay_.count; }
  const rf_replay_report& report() const { return report_; }
  bool finished() const { return report_.finished != 0; }
  /** Treats the recording as finished. */
  void stop() { report_.finished = 1; }
  /** The first count() of them are in use. */
  std::vector<rf_state>& states() { return states_; }
  const std::vector<rf_state>& states() const { return states_; }
  /** Continues on a copy of the scene. */
  void use_scene(rf_scene& scene) { replay_.scene = &scene; }

  /** Where the replay is, to return to it by go_to() with the states of that moment. */
  const rf_replay& place() const { return replay_; }
  void go_to(const rf_replay& place, const std::vector<rf_state>& states);

 private:
  std::vector<rf_state> states_;
  std::vector<std::uint64_t> index_;
  SetGround set_ground_;
  rf_replay replay_;
  rf_replay_report report_{};
};

}  // namespace sandbox
#endif
