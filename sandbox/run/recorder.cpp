#include "run/recorder.h"

#include <string>
#include <utility>

#include "common/error.h"

namespace sandbox {

Recorder::Recorder(rf_recording_def def, const rf_scene& scene, std::size_t keyframe_bytes)
    : first_states_every_(def.states_every) {
  if (keyframe_bytes > 0) keyframes_.reset(new unsigned char[keyframe_bytes]);  // not cleared: mostly not used
  def.keyframe_memory = keyframes_.get();
  def.keyframe_bytes = keyframe_bytes;
  memory_.resize(rf_recorder_begin_bytes(&def));
  check(rf_recorder_begin(&recorder_, &def, &scene, memory_.data(), memory_.size(), &error_));
}

void Recorder::check(rf_status status) const {
  if (status == RF_OK) return;
  throw RunError(std::string("recording: ") + (error_.text[0] != '\0' ? error_.text : rf_status_text(status)));
}

void Recorder::make_room(std::size_t bytes) {
  if (recorder_.capacity - recorder_.used >= bytes) return;
  memory_.resize(recorder_.used + bytes + memory_.size() / 2);
  recorder_.memory = memory_.data();
  recorder_.capacity = memory_.size();
}

void Recorder::add(const rf_state& state) {
  make_room(RF_RECORD_BYTES_MAX);
  check(rf_recorder_add(&recorder_, &state, &error_));
}

void Recorder::settings(const rf_settings& settings) {
  make_room(RF_RECORD_BYTES_MAX);
  check(rf_recorder_settings(&recorder_, &settings, &error_));
}

void Recorder::ground(const rf_ground& ground) {
  make_room(RF_RECORD_BYTES_MAX);
  check(rf_recorder_ground(&recorder_, &ground, &error_));
}

void Recorder::store_states_every(std::uint32_t steps) {
  const std::uint32_t first = first_states_every_;
  if (first > 0) recorder_.states_every = (steps + first - 1) / first * first;
}

void Recorder::stepped(const std::vector<rf_state>& states, std::uint32_t steps) {
  const auto count = static_cast<std::uint32_t>(states.size());
  make_room(rf_recorder_step_bytes(count));
  check(rf_recorder_stepped_many(&recorder_, states.data(), count, steps, &error_));
}

void Recorder::end(const std::vector<rf_state>& states) {
  const auto count = static_cast<std::uint32_t>(states.size());
  make_room(rf_recorder_end_bytes(&recorder_));
  check(rf_recorder_end(&recorder_, states.data(), count, &error_));
}

void Recorder::flush(std::ostream& out) {
  out.write(reinterpret_cast<const char*>(recorder_.memory), static_cast<std::streamsize>(recorder_.used));
  recorder_.used = 0;
}

std::vector<unsigned char> Recorder::take() {
  memory_.resize(recorder_.used);
  recorder_.memory = nullptr;
  recorder_.capacity = recorder_.used = 0;
  return std::exchange(memory_, {});
}

}  // namespace sandbox
