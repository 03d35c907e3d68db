#include "pieces.h"

#include <rockfall/observe.h>

#include <algorithm>
#include <cmath>

namespace bench {

namespace {

Rock rock_for(uint32_t contacts) {
  if (contacts == 0) return plate();
  return contacts == 12 ? shape_rock(RF_SHAPE_DISC, 1, 1, 0.5, 24, 780)
                        : shape_rock(RF_SHAPE_BOX, 0.9, 0.8, 0.5, 8, 780);
}

rf_state state_in_flight() {
  rf_state state = rf_default_state();
  state.position[2] = 100;
  state.velocity[0] = 12;
  state.angular_velocity[0] = 3;
  state.angular_velocity[1] = 8;
  state.angular_velocity[2] = -5;
  return state;
}

rf_state state_in_contact(const rf_scene& scene, uint32_t contacts) {
  rf_state state = rf_default_state();
  if (contacts < 4) {
    // Rotation by 45 degrees about x, onto an edge, then by `angle` about y, onto a corner.
    const double angle = contacts == 1 ? 0.3 : 0;
    const double a = 0.92387953251128674, b = 0.38268343236508977, c = std::cos(angle), s = std::sin(angle);
    const double q[4] = {c * a, c * b, s * a, -s * b};
    std::copy(q, q + 4, state.orientation);
  }
  state.position[0] = 0.7;
  state.position[1] = 0.6;
  rf_place_above_ground(&scene, &state, -1e-3, nullptr);
  state.velocity[0] = 2;
  state.velocity[2] = -0.1;
  state.angular_velocity[1] = 0.5;
  return state;
}

const rf_terrain& inner(const void* user) { return *static_cast<const rf_terrain*>(user); }
void forward_sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  inner(user).sample(inner(user).user, xy, count, out);
}
void forward_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
  inner(user).upper_plane(inner(user).user, area, out);
}
void forward_upper_plane_without_holes(void* user, const rf_rectangle* area, rf_upper_plane* out) {
  forward_upper_plane(user, area, out);
  out->hole_free = 0;
}
uint32_t forward_terrain_vertices(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity) {
  return inner(user).terrain_vertices(inner(user).user, area, xyz, capacity);
}

void step_single(const rf_scene& scene, rf_state& state, Run how, uint32_t steps) {
  rf_contact contacts[RF_MAX_CONTACTS];
  rf_step_report report = {};
  report.contacts = contacts;
  report.contact_capacity = RF_MAX_CONTACTS;
  rf_rock_statistics statistics = rf_default_rock_statistics(&state);
  for (uint32_t i = 0; i < steps && state.end == RF_MOVING; ++i) {
    if (how == Run::kWithStatistics) {
      rf_step_with_statistics(&scene, &state, &statistics, nullptr);
    } else {
      rf_step(&scene, &state, how == Run::kReported ? &report : nullptr);
    }
  }
}

}  // namespace

SingleStep::SingleStep(uint32_t contacts)
    : rock(rock_for(contacts)),
      ground(rock, 100, 2),
      from(contacts == 0 ? state_in_flight() : state_in_contact(ground.scene, contacts)) {}

uint32_t SingleStep::contacts_found() const {
  rf_state state = from;
  rf_step_report report = {};
  return rf_step(&ground.scene, &state, &report) == RF_OK ? report.contact_count : RF_MAX_CONTACTS;
}

ForwardingTerrain::ForwardingTerrain(rf_scene& scene, bool tells_holes) : grid_(scene.terrain) {
  scene.terrain.user = &grid_;
  scene.terrain.sample = forward_sample;
  scene.terrain.upper_plane = tells_holes ? forward_upper_plane : forward_upper_plane_without_holes;
  scene.terrain.terrain_vertices = forward_terrain_vertices;
}

std::vector<rf_state> starts(const Ground& ramp, uint32_t count) {
  std::vector<rf_state> states;
  states.reserve(count);
  for (uint32_t i = 0; i < count; ++i) states.push_back(start(ramp, i));
  return states;
}

namespace {

void run_with_statistics(const rf_scene& scene, std::vector<rf_state>& states, uint32_t steps) {
  std::vector<rf_rock_statistics> statistics;
  for (const rf_state& state : states) statistics.push_back(rf_default_rock_statistics(&state));
  rf_observation observation = rf_default_observation();
  observation.statistics = statistics.data();
  rf_step_many_observed(&scene, states.data(), static_cast<uint32_t>(states.size()), steps, nullptr, &observation,
                        nullptr);
}

void run_over_cells(const rf_scene& scene, std::vector<rf_state>& states, bool with_tops, uint32_t steps) {
  const rf_cells cells = {-1000, -1000, 2, 1000, 1000};
  rf_observation observation = rf_default_observation();
  observation.cells = &cells;
  observation.passage_room = 512;
  std::vector<rf_cell_passage> passages(observation.passage_room * states.size());
  std::vector<uint32_t> counts(states.size(), 0);
  observation.passages = passages.data();
  observation.passage_count = counts.data();
  std::vector<double> tops(with_tops ? passages.size() : 0);
  if (with_tops) observation.passage_tops = tops.data();
  rf_step_many_observed(&scene, states.data(), static_cast<uint32_t>(states.size()), steps, nullptr, &observation,
                        nullptr);
}

}  // namespace

uint64_t run(const rf_scene& scene, std::vector<rf_state>& states, Run how, uint32_t steps) {
  uint64_t before = 0, after = 0;
  for (const rf_state& state : states) before += state.step;
  if (how == Run::kMany) {
    rf_step_many(&scene, states.data(), static_cast<uint32_t>(states.size()), steps, nullptr, nullptr);
  } else if (how == Run::kObserved) {
    run_with_statistics(scene, states, steps);
  } else if (how == Run::kCells || how == Run::kCellsAndTops) {
    run_over_cells(scene, states, how == Run::kCellsAndTops, steps);
  } else {
    for (rf_state& state : states) step_single(scene, state, how, steps);
  }
  for (const rf_state& state : states) after += state.step;
  return after - before;
}

namespace {

// One of so many steps in flight is kept.
constexpr uint64_t kFlightSampling = 64;

// Adds the steps of a rock from one state to a later one.
void add_steps(const rf_scene& scene, const rf_state& from, const rf_state& to, StatesByContacts& kinds) {
  for (rf_state state = from; state.step < to.step;) {
    const rf_state before = state;
    rf_step_report report = {};
    rf_step(&scene, &state, &report);
    const uint32_t kind = std::min(report.contact_count, StatesByContacts::kKinds - 1);
    if (kind > 0 || kinds.steps[kind] % kFlightSampling == 0) kinds.states[kind].push_back(before);
    ++kinds.steps[kind];
  }
}

void add_flight(const rf_state& from, uint64_t steps, StatesByContacts& kinds) {
  const auto kept = [](uint64_t made) { return (made + kFlightSampling - 1) / kFlightSampling; };
  uint64_t& all = kinds.steps[0];
  if (kept(all + steps) > kept(all)) kinds.states[0].push_back(from);
  all += steps;
}

}  // namespace

StatesByContacts sort_by_contacts(const rf_scene& scene, const Ground& ramp, uint32_t rocks) {
  constexpr uint32_t kStepsPerCall = 16;
  std::vector<StatesByContacts> of_rock(rocks);
  std::vector<rf_state> now = starts(ramp, rocks), before;
  std::vector<uint32_t> impacts(rocks);
  std::vector<uint8_t> in_contact(rocks);
  rf_observation observation = rf_default_observation();
  observation.impacts = impacts.data();
  observation.in_contact = in_contact.data();
  rf_many_report report = {};
  do {
    before = now;
    impacts.assign(rocks, 0);
    in_contact.assign(rocks, 0);
    rf_step_many_observed(&scene, now.data(), rocks, kStepsPerCall, nullptr, &observation, &report);
    for (uint32_t i = 0; i < rocks; ++i) {
      if (impacts[i] > 0) {
        add_steps(scene, before[i], now[i], of_rock[i]);
      } else {
        add_flight(before[i], now[i].step - before[i].step, of_rock[i]);
      }
    }
  } while (report.moving > 0);
  StatesByContacts sum;
  for (const StatesByContacts& one : of_rock) {
    for (uint32_t kind = 0; kind < StatesByContacts::kKinds; ++kind) {
      sum.states[kind].insert(sum.states[kind].end(), one.states[kind].begin(), one.states[kind].end());
      sum.steps[kind] += one.steps[kind];
      sum.all += one.steps[kind];
    }
  }
  return sum;
}

}  // namespace bench
