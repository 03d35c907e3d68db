#include "live/world.h"

#include <algorithm>
#include <cmath>

#include "error.h"
#include "live/world_parts.h"
#include "live/world_recording.h"

namespace sandbox::live {
namespace {

std::array<float, 7> track_end(const rf_scene& scene, const rf_state& state) {
  double quantity[RF_QUANTITY_COUNT] = {};
  rf_measure(&scene, &state, quantity);
  return {static_cast<float>(state.position[0]),           static_cast<float>(state.position[1]),
          static_cast<float>(state.position[2]),           static_cast<float>(quantity[RF_VELOCITY]),
          static_cast<float>(quantity[RF_KINETIC_ENERGY]), static_cast<float>(quantity[RF_JUMP_HEIGHT]),
          static_cast<float>(quantity[RF_ROTATION])};
}

constexpr std::size_t most_segments = 2000000;  // 112 MB

}  // namespace

World::World(Setup setup) : setup_(std::move(setup)), pool_(machine_threads()) {
  built_ = std::make_unique<BuiltScene>(setup_.scenario);
  make_lanes();
  restart();
}

World::~World() = default;

void World::make_lanes() {
  std::vector<LaneSpec> specs = setup_.lanes;
  const rf_settings& settings = setup_.scenario.settings;
  if (specs.empty()) specs.push_back({method_name(settings), settings.scheme, settings.model});
  lanes_.clear();
  for (const LaneSpec& spec : specs) {
    Lane lane;
    lane.name = spec.name;
    lane.scene = built_->scene();
    lane.scene.settings = settings;
    lane.scene.settings.scheme = spec.scheme;
    lane.scene.settings.model = spec.model;
    lanes_.push_back(std::move(lane));
  }
}

std::vector<rf_state> World::starts() const {
  if (setup_.starts) return setup_.starts(*built_);
  std::vector<rf_state> states;
  for (std::uint32_t rock = 0; rock < setup_.scenario.rock_count; ++rock) {
    states.push_back(built_->start(rock, setup_.scenario.seed));
  }
  return states;
}

void World::restart() { begin(starts()); }

void World::begin(const std::vector<rf_state>& first) {
  drop_replay();
  recorder_.reset();
  time_ = 0;
  step_ = 0;
  moment_interval_ = 10;
  history_.clear();
  segments_.clear();
  ++track_generation_;
  for (Lane& lane : lanes_) {
    lane.states = lane.before = first;
    lane.marks.assign(first.size(), {});
    lane.series.clear();
    lane.report = {};
    lane.ledger = {};
  }
  if (watched_ >= first.size()) watched_ = 0;
  reset_track_ends();
  keep_moment();
}

void World::reset_track_ends() {
  track_ends_.assign(lanes_.size(), {});
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    for (const rf_state& state : lanes_[i].states) track_ends_[i].push_back(track_end(lanes_[i].scene, state));
  }
}

std::uint32_t World::moving() const {
  const auto& states = lanes_[0].states;
  return static_cast<std::uint32_t>(
      std::count_if(states.begin(), states.end(), [](const rf_state& state) { return state.end == RF_MOVING; }));
}

void World::advance(std::uint32_t steps) {
  cut_future();
  while (steps > 0) {
    const auto to_moment = static_cast<std::uint32_t>(moment_interval_ - step_ % moment_interval_);
    // Recordings and replays see every single step.
    const std::uint32_t now = recorder_ || replay_ ? 1 : std::min(steps, to_moment);
    if (replay_) {
      if (replay_finished()) return;
      const std::uint64_t before = replay_->replay.step;
      replay_step();
      if (replay_->replay.step == before) return;  // a recording without a step
    } else {
      for (Lane& lane : lanes_) step_lane(lane, now);
    }
    steps -= now;
    step_ += now;
    time_ += now * settings().time_step;
    if (recorder_) record_step();
    if (step_ % moment_interval_ == 0) {
      extend_tracks();
      keep_moment();
    }
  }
}

void World::step_lane(Lane& lane, std::uint32_t steps) {
  constexpr std::uint32_t batch = 16;  // rocks handed to a thread at once
  const auto count = static_cast<std::uint32_t>(lane.states.size());
  const double time = time_;
  const auto body = [&](std::uint32_t b) {
    for (std::uint32_t rock = b * batch; rock < std::min(count, (b + 1) * batch); ++rock) {
      step_rock(lane, rock, steps, time);
    }
  };
  const std::uint32_t batches = (count + batch - 1) / batch;
  if (batches == 1) {
    body(0);
  } else {
    pool_.run(batches, body);
  }
}

void World::step_rock(Lane& lane, std::uint32_t rock, std::uint32_t steps, double time) {
  rf_state state = lane.states[rock];
  ContactMarks& marks = lane.marks[rock];
  std::array<rf_contact, ContactMarks::room> contacts;
  rf_step_report report{};
  report.contacts = contacts.data();
  report.contact_capacity = ContactMarks::room;
  for (std::uint32_t i = 0; i < steps && state.end == RF_MOVING; ++i) {
    lane.before[rock] = state;
    const rf_status status = rf_step(&lane.scene, &state, &report);
    if (status != RF_OK) break;  // a faulty rock has ended and says so
    time += lane.scene.settings.time_step;
    if (report.contact_count > 0) {
      marks.time = time;
      marks.count = std::min(report.contact_count, ContactMarks::room);
      marks.contacts = contacts;
    }
    if (rock == watched_) {
      lane.states[rock] = state;
      note_step(lane, report, time);
    }
  }
  if (state.end != RF_MOVING) lane.before[rock] = state;
  lane.states[rock] = state;
}

void World::note_step(Lane& lane, const rf_step_report& report, double time) {
  const rf_state& state = lane.states[watched_];
  const rf_energy_ledger& energy = report.energy;
  LedgerSum& sum = lane.ledger;
  sum.contact_work += energy.contact_work;
  sum.drag_work += energy.drag_work;
  sum.potential_change += energy.potential_change;
  sum.kinetic_change += energy.kinetic_after - energy.kinetic_before;
  sum.largest_residual = std::max(sum.largest_residual, std::fabs(energy.residual));
  lane.report = report;
  lane.report.contacts = nullptr;
  Sample sample = sample_of(lane, state, time);
  double normal = 0;
  for (std::uint32_t i = 0; i < std::min(report.contact_count, report.contact_capacity); ++i) {
    normal += report.contacts[i].percussion[0];
  }
  sample.value[percussion] = static_cast<float>(normal);
  sample.value[friction] = static_cast<float>(report.friction);
  sample.value[sweeps] = static_cast<float>(report.sweeps);
  lane.series.add(sample);
}

void World::extend_tracks() {
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    for (std::size_t rock = 0; rock < lanes_[i].states.size(); ++rock) {
      const rf_state& state = lanes_[i].states[rock];
      std::array<float, 7>& last = track_ends_[i][rock];
      // A rock at rest would pile up segments without length.
      const double moved = std::fabs(state.position[0] - static_cast<double>(last[0])) +
                           std::fabs(state.position[1] - static_cast<double>(last[1])) +
                           std::fabs(state.position[2] - static_cast<double>(last[2]));
      if (moved < 0.02 || segments_.size() >= most_segments) continue;
      const std::array<float, 7> next = track_end(lanes_[i].scene, state);
      TrackSegment segment;
      std::copy(last.begin(), last.begin() + 3, segment.from);
      std::copy(next.begin(), next.begin() + 3, segment.to);
      std::copy(last.begin() + 3, last.end(), segment.from_value);
      std::copy(next.begin() + 3, next.end(), segment.to_value);
      segments_.push_back(segment);
      last = next;
    }
  }
}

}  // namespace sandbox::live
