#include "run/replayer.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "common/error.h"
#include "run/attachments.h"

namespace sandbox {

RecordingFile open_recording(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw InputError(file + ": cannot be read");
  RecordingFile recording;
  recording.file = file;
  recording.bytes.assign(std::istreambuf_iterator<char>(stream), {});
  if (recording.bytes.empty()) throw InputError(file + ": is empty, no recording");
  recording.attached = detach_files(recording.bytes);
  rf_error error{};
  const rf_status status =
      rf_recording_open(&recording.reader, recording.bytes.data(), recording.bytes.size(), &recording.info, &error);
  if (status != RF_OK) throw InputError(file + ": " + error.text);
  return recording;
}

Replayer::Replayer(std::uint32_t rock_count, rf_scene& scene, const rf_tasks* tasks, SetGround set_ground)
    : states_(std::max(rock_count, 1u)), set_ground_(std::move(set_ground)), replay_(rf_default_replay()) {
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

void Replayer::go_to(const rf_replay& place, const std::vector<rf_state>& states) {
  replay_ = place;
  report_ = {};
  report_.finished = place.finished;
  std::copy(states.begin(), states.end(), states_.begin());
}

}  // namespace sandbox
