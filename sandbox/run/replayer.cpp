#include "run/replayer.h"

#include <algorithm>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/text.h"
#include "run/attachments.h"

namespace sandbox {

RecordingFile open_recording(const std::string& file) {
  const std::string content = read_text(file);
  RecordingFile recording;
  recording.file = file;
  recording.bytes.assign(content.begin(), content.end());
  recording.attached = detach_files(recording.bytes);
  rf_error error{};
  const rf_status status =
      rf_recording_open(&recording.reader, recording.bytes.data(), recording.bytes.size(), &recording.info, &error);
  if (status != RF_OK) throw InputError(file + ": " + error.text);
  return recording;
}

Replayer::Replayer(const rf_recording_info& info, rf_scene& scene, const rf_tasks* tasks, SetGround set_ground)
    : states_(std::max(info.rock_count, 1u)),
      index_(info.keyframes),
      set_ground_(std::move(set_ground)),
      replay_(rf_default_replay()) {
  if (info.shape_count > 0 || info.height_changes > 0) {
    throw InputError("the recording adds shapes or changes the terrain during the run: only its program can replay it");
  }
  replay_.index = index_.data();
  replay_.index_capacity = info.keyframes;
  replay_.capacity = static_cast<std::uint32_t>(states_.size());
  replay_.states = states_.data();
  replay_.scene = &scene;
  replay_.tasks = tasks;
  replay_.user = this;
  replay_.set_ground = [](void* user, rf_scene* changed, const rf_ground* ground) {
    return static_cast<Replayer*>(user)->set_ground_(*changed, *ground);
  };
}

rf::Status Replayer::begin(const std::vector<unsigned char>& bytes) {
  rf_error error{};
  const rf_status status = rf_replay_begin(&replay_, bytes.data(), bytes.size(), &error);
  return rf::Status(status, error);
}

rf::Status Replayer::step() {
  rf_error error{};
  const rf_status status = rf_replay_step(&replay_, &report_, &error);
  return rf::Status(status, error);
}

rf::Status Replayer::seek(std::uint64_t step) {
  rf_error error{};
  const rf_status status = rf_replay_seek(&replay_, step, &report_, &error);
  return rf::Status(status, error);
}

void Replayer::go_to(const rf_replay& place, const std::vector<rf_state>& states) {
  replay_ = place;
  report_ = {};
  report_.finished = place.finished;
  std::copy(states.begin(), states.end(), states_.begin());
}

}  // namespace sandbox
