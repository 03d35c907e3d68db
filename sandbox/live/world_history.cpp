// Going back in time: states are plain structs, so a moment is a copy of them.
#include <algorithm>

#include "error.h"
#include "live/world.h"
#include "live/world_parts.h"

namespace sandbox::live {
namespace {

constexpr std::size_t most_bytes = 256u << 20;

}  // namespace

Sample sample_of(const Lane& lane, const rf_state& state, double time) {
  Sample sample;
  sample.time = time;
  rf_rock_properties rock{};
  double quantity[RF_QUANTITY_COUNT] = {};
  if (state.rock >= lane.scene.rock_count || rf_rock_get(lane.scene.rocks[state.rock], &rock) != RF_OK) return sample;
  rf_measure(&lane.scene, &state, quantity);
  const double height = rock.mass * lane.scene.settings.gravity * state.position[2];
  for (std::size_t k = 0; k < 3; ++k) sample.value[omega_x + k] = static_cast<float>(state.angular_velocity[k]);
  sample.value[kinetic] = static_cast<float>(quantity[RF_KINETIC_ENERGY]);
  sample.value[potential] = static_cast<float>(height);
  sample.value[total] = static_cast<float>(quantity[RF_KINETIC_ENERGY] + height);
  sample.value[slippage] = static_cast<float>(state.slippage);
  sample.value[jump_height] = static_cast<float>(quantity[RF_JUMP_HEIGHT]);
  return sample;
}

void World::keep_moment() {
  Moment moment;
  moment.time = time_;
  moment.step = step_;
  moment.segments = segments_.size();
  for (const Lane& lane : lanes_) {
    moment.states.push_back(lane.states);
    moment.ledgers.push_back(lane.ledger);
  }
  keep_replay_point(moment);
  history_.push_back(std::move(moment));
  thin_history();
}

void World::thin_history() {
  const std::size_t each = lanes_.size() * lanes_[0].states.size() * sizeof(rf_state) + sizeof(Moment);
  if (history_.size() < 4 || history_.size() * each < most_bytes) return;
  // Every second one goes; from now on they are twice as far apart.
  std::vector<Moment> kept;
  for (std::size_t i = 0; i < history_.size(); i += 2) kept.push_back(std::move(history_[i]));
  history_ = std::move(kept);
  moment_interval_ *= 2;
}

void World::seek(std::size_t index) {
  if (history_.empty() || recorder_) return;
  const Moment& moment = history_[std::min(index, history_.size() - 1)];
  time_ = moment.time;
  step_ = moment.step;
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    Lane& lane = lanes_[i];
    lane.states = lane.before = moment.states[i];
    lane.ledger = moment.ledgers[i];
    lane.report = {};
    lane.marks.assign(lane.states.size(), {});
  }
  if (watched_ >= lanes_[0].states.size()) watched_ = 0;
  seek_replay(moment);
}

void World::cut_future() {
  if (history_.empty() || history_.back().step <= step_) return;
  while (history_.size() > 1 && history_.back().step > step_) history_.pop_back();
  segments_.resize(std::min(segments_.size(), history_.back().segments));
  ++track_generation_;
  for (Lane& lane : lanes_) lane.series.cut(time_ + 1e-9);
  reset_track_ends();
}

void World::watch(std::uint32_t rock) {
  if (rock >= lanes_[0].states.size() || rock == watched_) return;
  watched_ = rock;
  // The moments tell what the rock did before it was looked at, save percussions and solver.
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    lanes_[i].series.clear();
    lanes_[i].ledger = {};
    lanes_[i].report = {};
    for (const Moment& moment : history_) {
      if (moment.step > step_ || rock >= moment.states[i].size()) continue;
      lanes_[i].series.add(sample_of(lanes_[i], moment.states[i][rock], moment.time));
    }
  }
}

}  // namespace sandbox::live
