#include "live/world_recording.h"

#include <algorithm>

#include "error.h"
#include "live/world_parts.h"

namespace sandbox::live {

World::Recorder::Recorder(const rf_scene& scene, const std::string& note) {
  rf_recording_def def = rf_default_recording_def();
  def.note = note.data();
  def.note_bytes = static_cast<std::uint32_t>(std::min<std::size_t>(note.size(), RF_RECORDING_NOTE_MAX));
  memory_.resize(rf_recorder_begin_bytes(&def));
  check(rf_recorder_begin(&recorder_, &def, &scene, memory_.data(), memory_.size(), &error_));
}

void World::Recorder::check(rf_status status) const {
  if (status != RF_OK) throw RunError(std::string("recording: ") + error_.text);
}

void World::Recorder::room(std::size_t bytes) {
  if (recorder_.capacity - recorder_.used >= bytes) return;
  memory_.resize(recorder_.used + bytes + memory_.size() / 2);
  recorder_.memory = memory_.data();
  recorder_.capacity = memory_.size();
}

void World::Recorder::add(const rf_state& state) {
  room(RF_RECORD_BYTES_MAX);
  check(rf_recorder_add(&recorder_, &state, &error_));
}

void World::Recorder::impulse(std::uint32_t rock, const double value[3]) {
  room(RF_RECORD_BYTES_MAX);
  check(rf_recorder_impulse(&recorder_, rock, value, nullptr, &error_));
}

void World::Recorder::settings(const rf_settings& settings) {
  room(RF_RECORD_BYTES_MAX);
  check(rf_recorder_settings(&recorder_, &settings, &error_));
}

void World::Recorder::ground(const rf_ground& ground) {
  room(RF_RECORD_BYTES_MAX);
  check(rf_recorder_ground(&recorder_, &ground, &error_));
}

void World::Recorder::stepped(const std::vector<rf_state>& states) {
  const auto count = static_cast<std::uint32_t>(states.size());
  room(rf_recorder_step_bytes(count));
  check(rf_recorder_stepped(&recorder_, states.data(), count, &error_));
}

std::vector<unsigned char> World::Recorder::end(const std::vector<rf_state>& states) {
  const auto count = static_cast<std::uint32_t>(states.size());
  room(rf_recorder_step_bytes(count));
  check(rf_recorder_end(&recorder_, states.data(), count, &error_));
  memory_.resize(recorder_.used);
  return std::move(memory_);
}

void World::start_recording(const std::string& note) {
  if (replay_) throw InputError("recording: another one is being played; stop it first");
  cut_future();
  auto recorder = std::make_unique<Recorder>(lanes_[0].scene, note);
  for (const rf_state& state : lanes_[0].states) recorder->add(state);
  recorder_ = std::move(recorder);
}

std::vector<unsigned char> World::stop_recording() {
  std::vector<unsigned char> bytes = recorder_->end(lanes_[0].states);
  recorder_.reset();
  return bytes;
}

void World::record_step() { recorder_->stepped(lanes_[0].states); }

void World::start_replay(std::vector<unsigned char> bytes) {
  rf_error error{};
  rf_recording recording{};
  rf_recording_info info{};
  const auto refuse = [&](rf_status status) {
    if (status != RF_OK) throw InputError(std::string("recording: ") + error.text);
  };
  auto replay = std::make_unique<Replay>();
  replay->bytes = std::move(bytes);
  refuse(rf_recording_open(&recording, replay->bytes.data(), replay->bytes.size(), &info, &error));
  replay->states.resize(std::max(info.rock_count, 1u));
  replay->replay = rf_default_replay();
  replay->replay.capacity = static_cast<std::uint32_t>(replay->states.size());
  replay->replay.states = replay->states.data();
  Lane lane;
  lane.scene = lanes_[0].scene;
  replay->replay.scene = &lane.scene;
  replay->replay.user = built_.get();
  replay->replay.set_ground = [](void* user, rf_scene* scene, const rf_ground* ground) {
    auto* const built = static_cast<BuiltScene*>(user);
    const rf_status status = built->set_ground(*ground);
    scene->terrain = built->scene().terrain;
    return status;
  };
  refuse(rf_replay_begin(&replay->replay, replay->bytes.data(), replay->bytes.size(), &error));
  lane.name = "recording";
  lane.states.assign(replay->states.begin(), replay->states.begin() + replay->replay.count);
  if (lane.states.empty()) throw InputError("recording: it holds no rock at its beginning");
  lane.before = lane.states;
  lane.marks.assign(lane.states.size(), {});
  lanes_.clear();
  lanes_.push_back(std::move(lane));
  replay->replay.scene = &lanes_[0].scene;
  recorder_.reset();
  replay_ = std::move(replay);
  time_ = 0;
  step_ = 0;
  watched_ = 0;
  history_.clear();
  segments_.clear();
  ++track_generation_;
  reset_track_ends();
  keep_moment();
}

void World::replay_step() {
  rf_error error{};
  Lane& lane = lanes_[0];
  const rf_status status = rf_replay_step(&replay_->replay, &replay_->report, &error);
  if (status != RF_OK) {
    replay_->report.finished = 1;
    throw InputError(std::string("recording: ") + error.text);
  }
  if (replay_->report.differs != 0 && replay_->first_difference == 0) {
    replay_->first_difference = replay_->report.step;
  }
  lane.before = lane.states;
  const auto count = static_cast<std::ptrdiff_t>(replay_->replay.count);
  lane.states.assign(replay_->states.begin(), replay_->states.begin() + count);
  if (lane.before.size() != lane.states.size()) {
    lane.before = lane.states;
    lane.marks.resize(lane.states.size());
    reset_track_ends();
  }
  lane.series.add(sample_of(lane, lane.states[watched_], time_ + lane.scene.settings.time_step));
}

std::uint64_t World::diverged() const { return replay_ ? replay_->first_difference : 0; }

bool World::replay_finished() const { return replay_ && replay_->report.finished != 0; }

void World::stop_replay() {
  if (replay_) restart();
}

void World::drop_replay() {
  if (!replay_) return;
  replay_.reset();
  apply_ground(setup_.scenario.ground.ground);
  make_lanes();
}

}  // namespace sandbox::live
