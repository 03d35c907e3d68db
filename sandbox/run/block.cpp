#include "run/block.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "common/error.h"

namespace sandbox {
namespace {

// Steps of one call where no track ends it earlier: so many that filling the lanes costs nothing, so few that the
// progress moves.
constexpr std::uint64_t steps_per_call = 1000;

void add_point(const rf_scene& scene, const rf_state& state, Track& track) {
  TrackPoint point{};
  point.time = static_cast<double>(state.step) * scene.settings.time_step;
  std::copy(state.position, state.position + 3, point.position);
  rf_measure(&scene, &state, point.quantity);
  track.push_back(point);
}

/** Steps between two points of a track that is sampled by time. */
std::uint64_t steps_of(double interval, double time_step) {
  return static_cast<std::uint64_t>(std::clamp(std::nearbyint(interval / time_step), 1.0, 1e15));
}

/** Adds the points of a track that are due. */
class TrackSampler {
 public:
  TrackSampler(const TrackSampling& sampling, double time_step)
      : distance_(sampling.distance), every_(steps_of(sampling.interval, time_step)) {}

  void sample(const rf_scene& scene, const rf_state& state, Track& track) const {
    if (state.end != RF_MOVING || is_due(state, track.back())) add_point(scene, state, track);
  }

  /** Steps between two points by time. */
  std::uint64_t every() const { return every_; }

 private:
  bool is_due(const rf_state& state, const TrackPoint& last) const {
    if (!(distance_ > 0)) return state.step % every_ == 0;
    double square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      square += (state.position[k] - last.position[k]) * (state.position[k] - last.position[k]);
    }
    return square >= distance_ * distance_;
  }

  double distance_;
  std::uint64_t every_;
};

void follow(const rf_scene& scene, const PassageMeter& meter, const rf_state& state, RockFollower& follower) {
  // Beyond the edge there is no ground to measure heights from.
  if (state.end == RF_ENDED_LEFT_TERRAIN) return;
  double quantity[RF_QUANTITY_COUNT];
  rf_measure(&scene, &state, quantity);
  follower.add(meter.measure(state, quantity));
}

/** Statistics of the lanes into the block. */
rf_observation observation_of(Block& block, std::vector<std::uint8_t>& in_contact) {
  rf_observation observation = rf_default_observation();
  observation.statistics = block.traces.data();
  observation.impacts = block.impacts.data();
  observation.in_contact = in_contact.data();
  observation.unconverged = block.unconverged.data();
  return observation;
}

}  // namespace

Block make_block(std::vector<rf_state> states, std::size_t recorded) {
  Block block;
  block.states = std::move(states);
  for (const rf_state& state : block.states) block.traces.push_back(rf_default_rock_statistics(&state));
  block.impacts.assign(block.states.size(), 0);
  block.unconverged.assign(block.states.size(), 0);
  block.tracks.resize(std::min(recorded, block.states.size()));
  return block;
}

void run_block(const rf_scene& scene, const PassageMeter& meter, const TrackSampling& sampling, Block& block,
               const std::function<void()>& one_done) {
  const auto count = static_cast<std::uint32_t>(block.states.size());
  std::vector<std::uint8_t> in_contact(count, 0);
  const rf_observation observation = observation_of(block, in_contact);
  const TrackSampler sampler(sampling, scene.settings.time_step);
  const bool every_step = !block.followers.empty() || (sampling.distance > 0 && !block.tracks.empty());
  for (std::size_t i = 0; i < block.tracks.size(); ++i) add_point(scene, block.states[i], block.tracks[i]);
  for (std::size_t i = 0; i < block.followers.size(); ++i) follow(scene, meter, block.states[i], block.followers[i]);
  std::vector<bool> moving(count, true);
  std::uint64_t made = 0;  // steps of the rocks that still move
  for (std::uint32_t left = count; left > 0;) {
    const std::uint64_t to_point = block.tracks.empty() ? steps_per_call : sampler.every() - made % sampler.every();
    const auto next = every_step ? 1u : static_cast<std::uint32_t>(std::min(steps_per_call, to_point));
    rf_many_report report{};
    const rf_status status =
        rf_step_many_observed(&scene, block.states.data(), count, next, nullptr, &observation, &report);
    if (status != RF_OK) throw RunError(std::string("a step failed: ") + rf_status_text(status));
    made += next;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!moving[i]) continue;
      const rf_state& state = block.states[i];
      moving[i] = state.end == RF_MOVING;
      if (i < block.tracks.size()) sampler.sample(scene, state, block.tracks[i]);
      if (i < block.followers.size()) follow(scene, meter, state, block.followers[i]);
      if (moving[i]) continue;
      one_done();
      --left;
    }
  }
}

}  // namespace sandbox
