#include "run/replayer.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/text.h"
#include "run/attachments.h"

namespace sandbox {
namespace {

/** Checks a state that the library does not check, so that nothing else has to. */
rf_status check_state(const rf_scene& scene, const rf_state& state, std::uint32_t rock, std::uint64_t step,
                      rf_error& error) {
  const rf_status status = rf_state_check(&scene, &state, &error);
  if (status == RF_OK) return RF_OK;
  const std::string text = "the recording holds an invalid state of rock " + std::to_string(rock) + " at step " +
                           std::to_string(step) + ": " + error.text;
  std::snprintf(error.text, sizeof error.text, "%s", text.c_str());
  return RF_CORRUPTED;
}

/** Checks all states of rocks that are added or replaced. */
rf_status check_recorded_states(const rf_scene& scene, rf_recording recording, rf_error& error) {
  rf_record record{};
  while (rf_recording_next(&recording, &record, nullptr) == RF_OK && record.kind != RF_RECORD_END) {
    if (record.kind != RF_RECORD_ADD && record.kind != RF_RECORD_REPLACE) continue;
    const rf_status status = check_state(scene, record.state, record.rock, record.step, error);
    if (status != RF_OK) return status;
  }
  return RF_OK;
}

}  // namespace

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
  rf_status status = rf_replay_begin(&replay_, bytes.data(), bytes.size(), &error);
  if (status == RF_OK) status = check_recorded_states(*replay_.scene, replay_.beginning, error);
  return rf::Status(status, error);
}

rf::Status Replayer::step() {
  rf_error error{};
  const rf_status status = rf_replay_step(&replay_, &report_, &error);
  return rf::Status(status, error);
}

rf::Status Replayer::seek(std::uint64_t step) {
  rf_error error{};
  rf_status status = rf_replay_seek(&replay_, step, &report_, &error);
  // A keyframe may hold any numbers.
  for (std::uint32_t i = 0; status == RF_OK && i < replay_.count; ++i) {
    status = check_state(*replay_.scene, states_[i], i, step, error);
  }
  return rf::Status(status, error);
}

void Replayer::go_to(const rf_replay& place, const std::vector<rf_state>& states) {
  replay_ = place;
  report_ = {};
  report_.finished = place.finished;
  std::copy(states.begin(), states.end(), states_.begin());
}

}  // namespace sandbox
