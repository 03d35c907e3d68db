#include "run/block.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "run/check_status.h"

namespace sandbox {
namespace {

// Steps of one call where no track ends it earlier: enough that filling the lanes takes a negligible part of the time,
// and few enough that the progress is shown often.
constexpr std::uint64_t steps_per_call = 1000;

// Steps per call with tracks by distance: steps near their points are made again, so that shorter calls are faster.
constexpr std::uint64_t steps_of_distance_call = 16;

// Steps per call with cells, and the room for passages of a rock: a step adds at most one cell.
constexpr std::uint32_t passage_room = 128;

void add_point(const rf_scene& scene, const rf_state& state, Track& track) {
  TrackPoint point{};
  point.time = static_cast<double>(state.step) * scene.settings.time_step;
  std::copy(state.position, state.position + 3, point.position);
  check_status(rf_measure(&scene, &state, point.quantity), "a measurement");
  point.scar_depth = state.scar_depth;
  track.push_back(point);
}

std::uint64_t steps_of(double interval, double time_step) {
  return static_cast<std::uint64_t>(std::clamp(std::nearbyint(interval / time_step), 1.0, 1e15));
}

Passage passage_of(const rf_scene& scene, const PassageMeter& meter, const rf_state& state) {
  double quantity[RF_QUANTITY_COUNT];
  check_status(rf_measure(&scene, &state, quantity), "a measurement");
  return meter.measure(state, quantity);
}

constexpr double path_rounding = 1e-9;  // m, of differences of sums over a trajectory

double distance_between(const double (&a)[3], const double (&b)[3]) {
  double square = 0;
  for (std::size_t k = 0; k < 3; ++k) square += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(square);
}

void step_once(const rf_scene& scene, rf_state& state) { check_status(rf_step(&scene, &state, nullptr), "a step"); }

/** Moves the last element to the place of another one, which is dropped. */
template <class Element>
void remove(std::vector<Element>& elements, std::uint32_t place) {
  if (place + 1 < elements.size()) elements[place] = std::move(elements.back());
  elements.pop_back();
}

}  // namespace

Block::Block(const rf_scene& scene, const PassageMeter& meter, const TrackSampling& sampling, const HazardPlan* plan)
    : scene_(scene),
      meter_(meter),
      sampling_(sampling),
      plan_(plan),
      cells_(plan != nullptr && plan->cells ? plan->cells->cells() : rf_cells{}),
      every_(steps_of(sampling.interval, scene.settings.time_step)) {}

void Block::add(std::uint32_t number, const rf_state& start, bool recorded) {
  states_.push_back(start);
  rock_statistics_.push_back(rf_default_rock_statistics(&start));
  impacts_.push_back(0);
  unconverged_.push_back(0);
  work_limited_.push_back(0);
  in_contact_.push_back(0);
  Extras extras{number, recorded, {}, {}};
  if (recorded) {
    add_point(scene_, start, extras.track);
    ++recorded_;
  }
  if (plan_ != nullptr) extras.follower.emplace(*plan_, passage_of(scene_, meter_, start));
  extras_.push_back(std::move(extras));
}

std::uint32_t Block::steps_of_next_call() const {
  // A legacy model may move a rock farther than its velocity does.
  if (has_points_by_distance()) return scene_.settings.model == RF_MODEL_HARD_CONTACT ? steps_of_distance_call : 1;
  const std::uint64_t most = has_cells() ? passage_room : steps_per_call;
  // Calls end at the same places in every interval: a rock that is added at the end of one has its points at ends, too.
  const std::uint64_t to_point = recorded_ == 0 ? most : every_ - made_ % every_;
  return static_cast<std::uint32_t>(std::min(most, to_point));
}

/** Arrays for the next call. */
rf_observation Block::observation() {
  rf_observation observation = rf_default_observation();
  observation.statistics = rock_statistics_.data();
  observation.impacts = impacts_.data();
  observation.in_contact = in_contact_.data();
  observation.unconverged = unconverged_.data();
  observation.work_limited = work_limited_.data();
  if (has_cells()) {
    passages_.resize(std::size_t{passage_room} * size());
    passage_tops_.resize(passages_.size());
    passage_counts_.assign(size(), 0);
    observation.cells = &cells_;
    observation.passages = passages_.data();
    observation.passage_room = passage_room;
    observation.passage_count = passage_counts_.data();
    observation.passage_tops = passage_tops_.data();
  }
  return observation;
}

std::uint64_t Block::step(const std::function<void(FinishedRock&&)>& finished) {
  const rf_observation arrays = observation();
  if (has_lines() || has_points_by_distance()) {
    states_before_ = states_;
    rock_statistics_before_ = rock_statistics_;
  }
  const std::uint32_t steps = steps_of_next_call();
  rf_many_report report{};
  check_status(rf_step_many_observed(&scene_, states_.data(), size(), steps, nullptr, &arrays, &report), "a step");
  made_ += steps;
  for (std::uint32_t rock = 0; rock < size(); ++rock) {
    if (has_cells()) follow_over_cells(rock);
    if (has_lines()) follow_over_lines(rock);
  }
  for (std::uint32_t rock = size(); rock-- > 0;) {
    add_due_points(rock);
    if (states_[rock].end != RF_MOVING) finished(take(rock));
  }
  return report.rock_steps;
}

/** Adds the points of a track that are due after a call. */
void Block::add_due_points(std::uint32_t rock) {
  const rf_state& state = states_[rock];
  Extras& extras = extras_[rock];
  if (!extras.recorded) return;
  if (sampling_.distance > 0) add_points_by_distance(rock);
  const bool due = sampling_.distance <= 0 && state.step % every_ == 0;
  if (state.end != RF_MOVING || due) add_point(scene_, state, extras.track);
}

/** Makes the steps of a call once more, one at a time, where the path is long enough for a point. */
void Block::add_points_by_distance(std::uint32_t rock) {
  Track& track = extras_[rock].track;
  rf_state state = states_before_[rock];
  double path = path_of_call(rock);
  double chord = distance_between(state.position, track.back().position);
  while (state.step < states_[rock].step && chord + path >= sampling_.distance) {
    const rf_state before = state;
    step_once(scene_, state);
    if (state.end != RF_MOVING) return;
    path -= distance_between(state.position, before.position);
    chord = distance_between(state.position, track.back().position);
    if (chord < sampling_.distance) continue;
    add_point(scene_, state, track);
    chord = 0;
  }
}

/** Bound of the path of a rock in the last call, m. */
double Block::path_of_call(std::uint32_t rock) const {
  // A hard contact moves the rock by the mean of the velocities before and after the step; the statistics have the
  // latter.
  const double* const v = states_before_[rock].velocity;
  const double first = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 * scene_.settings.time_step;
  return rock_statistics_[rock].time_sum[RF_VELOCITY] - rock_statistics_before_[rock].time_sum[RF_VELOCITY] + first +
         path_rounding;
}

void Block::follow_over_cells(std::uint32_t rock) {
  const std::size_t first = std::size_t{passage_room} * rock;
  for (std::size_t i = first; i < first + passage_counts_[rock]; ++i) {
    extras_[rock].follower->add(passages_[i], passage_tops_[i]);
  }
}

void Block::follow_over_lines(std::uint32_t rock) {
  RockFollower& follower = *extras_[rock].follower;
  const double path = rock_statistics_[rock].distance - rock_statistics_before_[rock].distance + path_rounding;
  if (follower.may_reach_line(path)) follower.start_lines(passage_of(scene_, meter_, states_before_[rock]));
  if (follower.may_reach_line(path)) return retrace_lines(rock);
  follower.skip_lines(path);
}

/** Makes the steps of a call once more, one at a time, near a line. */
void Block::retrace_lines(std::uint32_t rock) {
  RockFollower& follower = *extras_[rock].follower;
  rf_state state = states_before_[rock];
  while (state.step < states_[rock].step && state.end == RF_MOVING) {
    step_once(scene_, state);
    const Passage passage = passage_of(scene_, meter_, state);
    if (state.end != RF_ENDED_LEFT_TERRAIN) {
      follower.add_to_lines(passage);
      continue;
    }
    follower.leave_over_lines(passage, [&](const double* position) {
      rf_terrain_sample ground;
      return rf_terrain_at(&scene_.terrain, position[0], position[1], &ground) == RF_OK && ground.exists != 0;
    });
  }
}

FinishedRock Block::take(std::uint32_t rock) {
  Extras& extras = extras_[rock];
  FinishedRock finished{extras.number,      states_[rock],       rock_statistics_[rock],  impacts_[rock],
                        unconverged_[rock], work_limited_[rock], std::move(extras.track), std::move(extras.follower)};
  recorded_ -= extras.recorded ? 1 : 0;
  remove(states_, rock);
  remove(rock_statistics_, rock);
  remove(impacts_, rock);
  remove(unconverged_, rock);
  remove(work_limited_, rock);
  remove(in_contact_, rock);
  remove(extras_, rock);
  return finished;
}

}  // namespace sandbox
