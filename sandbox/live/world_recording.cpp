// Recording and replaying in the live scene.
#include <algorithm>
#include <utility>

#include "common/error.h"
#include "live/watched_rock.h"
#include "live/world.h"

namespace sandbox::live {
namespace {

/** Interval of the states of a recording, steps. They show which rock of a replay differs; a state has some 180 bytes:
 *  about a megabyte per second of 500 steps. */
std::uint32_t states_interval(std::size_t rocks) { return static_cast<std::uint32_t>(1 + rocks / 12); }

}  // namespace

Scenario World::recorded_scenario() const {
  Scenario scenario = setup_.scenario;
  if (variants_[0].own) scenario.ground.ground = variants_[0].own->ground();
  return scenario;
}

void World::start_recording(const std::string& note) {
  if (replay_) throw InputError("recording: another one is being played; stop it first");
  cut_future();
  const std::vector<rf_state>& states = variants_[0].states;
  rf_recording_def def = rf_default_recording_def();
  def.states_every = states_interval(states.size());
  def.metadata = note.data();
  def.metadata_bytes = static_cast<std::uint32_t>(std::min<std::size_t>(note.size(), RF_RECORDING_METADATA_MAX));
  auto recorder = std::make_unique<Recorder>(def, variants_[0].scene);
  for (const rf_state& state : states) recorder->add(state);
  recorder_ = std::move(recorder);
}

void World::limit_recorded_states() { recorder_->store_states_every(states_interval(variants_[0].states.size())); }

std::vector<unsigned char> World::stop_recording() {
  recorder_->end(variants_[0].states);
  std::vector<unsigned char> bytes = recorder_->take();
  recorder_.reset();
  return bytes;
}

void World::discard_recording() { recorder_.reset(); }

void World::start_replay(std::vector<unsigned char> bytes) {
  const rf_ground present = built_->ground();
  // Another replay may have changed the ground; a recording begins on the scene's own.
  if (replay_) apply_ground(setup_.scenario.ground.ground);
  Variant variant;
  variant.name = "recording";
  // The scene of the first variant is not used: it may be destroyed with that variant.
  variant.scene = built_->scene();
  variant.scene.settings = settings();
  const auto set_ground = [this](rf_scene& scene, const rf_ground& ground) {
    const rf_status status = built_->set_ground(ground);
    scene.terrain = built_->scene().terrain;
    ++ground_changes_;
    return status;
  };
  std::unique_ptr<Replay> replay;
  try {
    replay = std::make_unique<Replay>(std::move(bytes), variant, set_ground);
  } catch (...) {
    apply_ground(present);
    throw;
  }
  variants_.clear();
  variants_.push_back(std::move(variant));
  replay->use(variants_[0]);
  recorder_.reset();
  replay_ = std::move(replay);
  watched_ = 0;
  first_rocks_ = variants_[0].states.size();
  reset_clock();
}

bool World::step_replay() {
  if (replay_finished()) return false;
  Variant& variant = variants_[0];
  const bool stepped = replay_->step(variant);
  if (replay_->rocks_removed()) forget_removed_rocks();
  if (replay_->rocks_changed()) tracks_.continue_from(variants_);
  if (!stepped) return false;
  ++step_;
  time_ = variant.time = time_ + variant.scene.settings.time_step;
  variant.series.add(sample_of(variant, variant.states[watched_], time_));
  return true;
}

/** The numbers of the rocks may be those of others now: what was noted by number ends. */
void World::forget_removed_rocks() {
  Variant& variant = variants_[0];
  variant.series.clear();
  variant.kept.clear();
  variant.report = {};
  variant.marks.assign(variant.states.size(), {});
  variant.ledgers.assign(variant.states.size(), {time_});
  if (watched_ >= variant.states.size()) watched_ = 0;
}

const Divergence& World::divergence() const {
  static const Divergence none;
  return replay_ ? replay_->divergence() : none;
}

void World::return_to(const ReplayPoint& point, const std::vector<rf_state>& states) {
  replay_->go_to(point.replay, states);
  apply_ground(point.ground);
  variants_[0].scene.settings = point.settings;
}

void World::seek_recording(std::uint64_t step) {
  if (!replay_) return;
  const std::uint64_t interval = timeline_.interval();
  const std::uint64_t wanted = std::min(step, replay_->steps()) / interval * interval;  // moments lie there
  const std::size_t moment = timeline_.first_after(wanted) - 1;
  if (timeline_.moments()[moment].step == wanted) return seek(moment);
  const ReplayPoint here{replay_->place(), settings(), built_->ground()};
  try {
    replay_->jump(wanted, variants_[0]);
  } catch (...) {
    return_to(here, variants_[0].states);
    throw;
  }
  time_ = variants_[0].time = replay_->time_at(wanted);
  step_ = wanted;
  cut_future();
  if (watched_ >= variants_[0].states.size()) watched_ = 0;
  variants_[0].report = {};
  tracks_.continue_from(variants_);
  keep_moment_after_jump();
}

void World::keep_moment_after_jump() {
  Series& series = variants_[0].series;
  const std::vector<Sample>& samples = series.samples();
  Moment moment;
  // This step may have been made, and only its moment removed.
  moment.after_gap = samples.empty() || samples.back().time < time_ - 0.5 * settings().time_step;
  if (moment.after_gap) {
    Sample sample = sample_of(variants_[0], variants_[0].states[watched_], time_);
    sample.after_gap = true;
    series.add(sample);
  }
  keep_moment(std::move(moment));
}

void World::leave_replay() {
  if (!replay_) return;
  setup_.scenario.settings = settings();
  setup_.scenario.ground.ground = built_->ground();
  setup_.variants.clear();
  variants_[0].name = method_name(settings());
  variants_[0].ledgers.assign(variants_[0].states.size(), {time_});
  replay_.reset();
  timeline_.forget_replay();
}

void World::drop_replay() {
  if (!replay_) return;
  replay_.reset();
  apply_ground(setup_.scenario.ground.ground);
  make_variants();
}

}  // namespace sandbox::live
