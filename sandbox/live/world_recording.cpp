#include "live/world_recording.h"

#include <algorithm>

#include "error.h"
#include "live/world_parts.h"

namespace sandbox::live {

World::Recorder::Recorder(const rf_scene& scene, const std::string& note, std::uint32_t states_every) {
  rf_recording_def def = rf_default_recording_def();
  def.states_every = states_every;
  def.metadata = note.data();
  def.metadata_bytes = static_cast<std::uint32_t>(std::min<std::size_t>(note.size(), RF_RECORDING_METADATA_MAX));
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
  // States tell which rock a replay differs in; a state is some 180 bytes: about a megabyte a second.
  const auto states_every = static_cast<std::uint32_t>(1 + lanes_[0].states.size() / 12);
  auto recorder = std::make_unique<Recorder>(lanes_[0].scene, note, states_every);
  for (const rf_state& state : lanes_[0].states) recorder->add(state);
  recorder_ = std::move(recorder);
}

std::vector<unsigned char> World::stop_recording() {
  std::vector<unsigned char> bytes = recorder_->end(lanes_[0].states);
  recorder_.reset();
  return bytes;
}

void World::discard_recording() { recorder_.reset(); }

void World::record_step() { recorder_->stepped(lanes_[0].states); }

namespace {

void refuse_unless_ok(rf_status status, const rf_error& error) {
  if (status != RF_OK) throw InputError(std::string("recording: ") + error.text);
}

}  // namespace

void World::start_replay(std::vector<unsigned char> bytes) {
  auto replay = std::make_unique<Replay>();
  replay->bytes = std::move(bytes);
  const rf_ground present = built_->ground();
  // Another replay may have changed the ground; a recording begins on the scene's own.
  if (replay_) apply_ground(setup_.scenario.ground.ground);
  Lane lane;
  lane.name = "recording";
  try {
    begin_replay(*replay, lane);
  } catch (...) {
    apply_ground(present);
    throw;
  }
  lanes_.clear();
  lanes_.push_back(std::move(lane));
  replay->replay.scene = &lanes_[0].scene;
  recorder_.reset();
  replay_ = std::move(replay);
  time_ = 0;
  step_ = 0;
  watched_ = 0;
  moment_interval_ = 10;
  history_.clear();
  segments_.clear();
  ++track_generation_;
  reset_track_ends();
  keep_moment();
}

void World::begin_replay(Replay& replay, Lane& lane) {
  rf_error error{};
  rf_recording_info info{};
  refuse_unless_ok(rf_recording_open(&replay.beginning, replay.bytes.data(), replay.bytes.size(), &info, &error),
                   error);
  replay.steps = info.steps;
  replay.states.resize(std::max(info.rock_count, 1u));
  replay.replay = rf_default_replay();
  replay.replay.capacity = static_cast<std::uint32_t>(replay.states.size());
  replay.replay.states = replay.states.data();
  lane.scene = lanes_[0].scene;
  replay.replay.scene = &lane.scene;
  replay.replay.user = this;
  replay.replay.set_ground = [](void* user, rf_scene* scene, const rf_ground* ground) {
    World& world = *static_cast<World*>(user);
    const rf_status status = world.built_->set_ground(*ground);
    scene->terrain = world.built_->scene().terrain;
    ++world.ground_changes_;
    return status;
  };
  refuse_unless_ok(rf_replay_begin(&replay.replay, replay.bytes.data(), replay.bytes.size(), &error), error);
  lane.states.assign(replay.states.begin(), replay.states.begin() + replay.replay.count);
  if (lane.states.empty()) throw InputError("recording: it holds no rock at its beginning");
  for (const rf_state& state : lane.states) refuse_unless_ok(rf_state_check(&lane.scene, &state, &error), error);
  lane.before = lane.states;
  lane.marks.assign(lane.states.size(), {});
}

void World::replay_step() {
  rf_error error{};
  Lane& lane = lanes_[0];
  const rf_status status = rf_replay_step(&replay_->replay, &replay_->report, &error);
  if (status != RF_OK) {
    replay_->report.finished = 1;
    throw InputError(std::string("recording: ") + error.text);
  }
  lane.before = lane.states;
  const auto count = static_cast<std::ptrdiff_t>(replay_->replay.count);
  lane.states.assign(replay_->states.begin(), replay_->states.begin() + count);
  if (lane.before.size() != lane.states.size()) {
    lane.before = lane.states;
    lane.marks.resize(lane.states.size());
    reset_track_ends();
  }
  compare_rocks();
  lane.series.add(sample_of(lane, lane.states[watched_], time_ + lane.scene.settings.time_step));
}

void World::compare_rocks() {
  const rf_replay_report& report = replay_->report;
  Divergence& divergence = replay_->divergence;
  if (divergence.step == 0 && report.compared != 0) {
    if (report.differs == 0) {
      divergence.last_same = report.step;
    } else {
      divergence.step = report.step;
      replay_->expected = states_after(replay_->beginning, report.step);
    }
  }
  if (replay_->expected.empty() || replay_->expected.front().step != report.step) return;
  divergence.told_at = report.step;
  for (const RecordedState& recorded : replay_->expected) {
    if (rf_hash_state(&recorded.state) != rf_hash_state(&lanes_[0].states[recorded.rock])) {
      divergence.rocks.push_back(recorded.rock);
    }
  }
  replay_->expected.clear();
}

const Divergence& World::divergence() const {
  static const Divergence none;
  return replay_ ? replay_->divergence : none;
}

std::uint64_t World::diverged() const { return divergence().step; }

std::uint64_t World::replay_steps() const { return replay_ ? replay_->steps : 0; }

bool World::replay_finished() const { return replay_ && replay_->report.finished != 0; }

void World::keep_replay_point(Moment& moment) const {
  if (replay_) moment.replay = ReplayPoint{replay_->replay, lanes_[0].scene.settings, built_->ground()};
}

void World::seek_replay(const Moment& moment) {
  if (!replay_ || !moment.replay) return;
  const ReplayPoint& point = *moment.replay;
  replay_->replay = point.replay;
  replay_->report = {};
  replay_->report.finished = point.replay.finished;
  std::copy(moment.states[0].begin(), moment.states[0].end(), replay_->states.begin());
  apply_ground(point.ground);
  lanes_[0].scene.settings = point.settings;
}

void World::stop_replay() {
  if (replay_) restart();
}

void World::leave_replay() {
  if (!replay_) return;
  setup_.scenario.settings = settings();
  setup_.scenario.ground.ground = built_->ground();
  setup_.lanes.clear();
  lanes_[0].name = method_name(settings());
  replay_.reset();
  for (Moment& moment : history_) moment.replay.reset();
}

void World::drop_replay() {
  if (!replay_) return;
  replay_.reset();
  apply_ground(setup_.scenario.ground.ground);
  make_lanes();
}

}  // namespace sandbox::live
