#include "live/world.h"

#include <algorithm>
#include <utility>

#include "common/error.h"
#include "live/watched_rock.h"

namespace sandbox::live {
namespace {

std::ptrdiff_t moving_of(const Variant& variant) {
  return std::count_if(variant.states.begin(), variant.states.end(),
                       [](const rf_state& state) { return state.end == RF_MOVING; });
}

}  // namespace

std::vector<std::array<double, 3>> World::preview(double seconds) const {
  constexpr std::size_t most_rocks = 4;
  std::vector<std::array<double, 3>> places;
  const Variant& variant = variants_[0];
  const auto steps = static_cast<std::uint32_t>(seconds / variant.scene.settings.time_step);
  const std::size_t stride = 1 + (variant.states.size() - 1) / most_rocks;
  for (std::size_t rock = 0; rock < variant.states.size(); rock += stride) {
    rf_state state = variant.states[rock];
    for (std::uint32_t step = 0; step < steps && state.end == RF_MOVING; ++step) {
      if (step % 25 == 0) places.push_back({state.position[0], state.position[1], state.position[2]});
      if (rf_step(&variant.scene, &state, nullptr) != RF_OK) break;
    }
    places.push_back({state.position[0], state.position[1], state.position[2]});
  }
  return places;
}

World::World(Setup setup) : setup_(std::move(setup)) {
  built_ = std::make_unique<BuiltScene>(setup_.scenario);
  make_variants();
  restart();
}

void World::make_variants() { variants_ = variants_of(setup_.variants); }

std::vector<Variant> World::variants_of(std::vector<VariantSpec> specs) const {
  const rf_settings& settings = setup_.scenario.settings;
  if (specs.empty()) specs.push_back({method_name(settings), settings.scheme, settings.model});
  std::vector<Variant> variants;
  for (const VariantSpec& spec : specs) {
    Variant variant;
    variant.name = spec.name;
    if (spec.ground) {
      Scenario scenario = setup_.scenario;
      scenario.ground.ground = *spec.ground;
      variant.own = std::make_shared<BuiltScene>(scenario);
    }
    variant.scene = variant.own ? variant.own->scene() : built_->scene();
    variant.own_settings = spec.settings.has_value();
    variant.scene.settings = spec.settings.value_or(settings);
    variant.scene.settings.scheme = spec.scheme;
    variant.scene.settings.model = spec.model;
    rf_error error{};
    if (rf_settings_check(&variant.scene.settings, &error) != RF_OK) throw InputError(spec.name + ": " + error.text);
    variants.push_back(std::move(variant));
  }
  return variants;
}

std::vector<rf_state> World::starts() const {
  if (setup_.starts) return setup_.starts(*built_);
  std::vector<rf_state> states;
  for (std::uint32_t rock = 0; rock < setup_.scenario.rock_count; ++rock) {
    states.push_back(built_->start(rock, setup_.scenario.seed));
  }
  return states;
}

std::vector<rf_state> World::starts_on_own_ground() {
  if (!replay_) return starts();
  const rf_ground of_replay = built_->ground();
  apply_ground(setup_.scenario.ground.ground);
  try {
    return starts();
  } catch (...) {
    apply_ground(of_replay);
    throw;
  }
}

void World::restart() {
  const bool keeps = step_ > 0 && !replay_;
  const std::vector<rf_state> first = starts_on_own_ground();
  drop_replay();
  if (keeps) former_run_.keep(tracks_, timeline_.moments());
  begin(first);
}

void World::begin(const std::vector<rf_state>& first) {
  drop_replay();
  recorder_.reset();
  for (Variant& variant : variants_) {
    variant.states = variant.before = first;
    variant.marks.assign(first.size(), {});
    variant.contact_tracks.clear();
    variant.ledgers.assign(first.size(), {});
    variant.series.clear();
    variant.kept.clear();
    variant.report = {};
  }
  if (watched_ >= first.size()) watched_ = 0;
  first_rocks_ = first.size();
  reset_clock();
}

void World::reset_clock() {
  time_ = 0;
  step_ = 0;
  for (Variant& variant : variants_) variant.time = 0;
  timeline_.clear();
  tracks_.clear(variants_);
  keep_moment();
}

Scenario World::scenario_now() const {
  Scenario scenario = setup_.scenario;
  // A run needs an end; ten minutes are beyond every fall.
  if (scenario.settings.time_limit <= 0) scenario.settings.time_limit = 600;
  if (setup_.rocks_of_file > 0) scenario.rock_count = setup_.rocks_of_file;
  if (!setup_.starts) return scenario;
  const rf_state start = starts().front();
  rf_state lowest = start;
  rf_place_above_ground(&variants_[0].scene, &lowest, 0, nullptr);  // without ground below it: released at height 0
  ReleaseSpec& release = scenario.release;
  release.kind = ReleaseSpec::Kind::point;
  release.points = {{{start.position[0] + built_->origin()[0], start.position[1] + built_->origin()[1]}}};
  const double height = std::max(0.0, start.position[2] - lowest.position[2]);
  release.height = {height, height};
  std::copy(start.velocity, start.velocity + 3, release.velocity.begin());
  std::copy(start.angular_velocity, start.angular_velocity + 3, release.angular_velocity.begin());
  release.orientation.emplace();
  std::copy(start.orientation, start.orientation + 4, release.orientation->begin());
  scenario.rock_count = 1;
  // The release draws from all shapes: only that of the first rock stays.
  scenario.rocks = {scenario.rocks[start.rock]};
  return scenario;
}

std::uint32_t World::moving() const { return static_cast<std::uint32_t>(moving_of(variants_[0])); }

std::size_t World::all_rocks() const {
  std::size_t rocks = 0;
  for (const Variant& variant : variants_) rocks += variant.states.size();
  return rocks;
}

std::size_t World::all_moving() const {
  std::size_t rocks = 0;
  for (const Variant& variant : variants_) rocks += static_cast<std::size_t>(moving_of(variant));
  return rocks;
}

bool World::compares_schemes() const {
  return std::any_of(variants_.begin(), variants_.end(), [this](const Variant& variant) {
    return variant.scene.settings.scheme != variants_[0].scene.settings.scheme;
  });
}

void World::advance(std::uint32_t steps) {
  cut_future();
  // Recordings and replays need every single step. Many rocks are stepped together, where calls of few steps cost more:
  // no call ends earlier for a moment.
  const bool singly = recorder_ || replay_, together = !singly && !has_detail(variants_[0]);
  while (steps > 0) {
    const std::uint64_t most = together ? 2 * timeline_.interval() : timeline_.steps_to_next(step_);
    const std::uint32_t now = singly ? 1 : std::min(steps, static_cast<std::uint32_t>(most));
    if (replay_) {
      if (!step_replay()) return;
    } else {
      step_variants(watched_, now);
    }
    steps -= now;
    if (recorder_) recorder_->stepped(variants_[0].states);
    if (together ? timeline_.overdue(step_) : timeline_.due(step_)) {
      tracks_.extend(variants_, time_);
      keep_moment();
    }
  }
}

void World::step_variants(std::uint32_t watched, std::uint32_t steps) {
  const double time = time_ + steps * settings().time_step;
  stepper_.step(variants_[0], watched, steps);
  for (std::size_t i = 1; i < variants_.size(); ++i) {
    stepper_.step(variants_[i], watched, steps_until(variants_[i], time));
  }
  step_ += steps;
  time_ = time;
}

void World::keep_moment(Moment moment) {
  moment.time = time_;
  moment.step = step_;
  moment.segments = tracks_.segments().size();
  for (const ContactMarks& marks : variants_[0].marks) {
    moment.impact = std::max(moment.impact, static_cast<float>(marks.impact));
  }
  moment.ended = static_cast<std::uint32_t>(variants_[0].states.size()) - moving();
  tracks_.add_impacts(variants_);
  for (const Variant& variant : variants_) {
    moment.times.push_back(variant.time);
    moment.states.push_back(variant.states);
    moment.ledgers.push_back(has_detail(variant) ? variant.ledgers : std::vector<LedgerSum>());
  }
  if (replay_) moment.replay = ReplayPoint{replay_->place(), settings(), built_->ground()};
  timeline_.add(std::move(moment));
}

void World::seek(std::size_t index) {
  const std::vector<Moment>& moments = timeline_.moments();
  if (moments.empty() || recorder_) return;
  const Moment& moment = moments[std::min(index, moments.size() - 1)];
  time_ = moment.time;
  step_ = moment.step;
  bool other_rocks = false;
  for (std::size_t i = 0; i < variants_.size(); ++i) {
    Variant& variant = variants_[i];
    other_rocks = other_rocks || variant.states.size() != moment.states[i].size();
    variant.time = moment.times[i];
    variant.states = variant.before = moment.states[i];
    variant.ledgers = moment.ledgers[i];
    variant.ledgers.resize(variant.states.size());
    variant.report = {};
    variant.marks.assign(variant.states.size(), {});
    variant.contact_tracks.clear();
  }
  if (watched_ >= variants_[0].states.size()) watched_ = 0;
  begin_ledgers();
  if (other_rocks) tracks_.continue_from(variants_);
  if (replay_ && moment.replay) return_to(*moment.replay, moment.states[0]);
}

void World::begin_ledgers() {
  for (Variant& variant : variants_) {
    if (!has_detail(variant)) variant.ledgers[watched_] = {variant.time};
  }
}

void World::step_back() {
  if (step_ == 0 || recorder_) return;
  const std::uint64_t wanted = step_ - 1;
  seek(timeline_.first_after(wanted) - 1);
  if (replay_) return;
  const auto steps = static_cast<std::uint32_t>(wanted - step_);
  constexpr std::uint32_t nobody = UINT32_MAX;  // the series has these steps already
  if (steps > 0) step_variants(nobody, steps);
}

void World::cut_future() {
  // The series are cut even if no moment is later: a step back may lie between the last moment and samples after it.
  for (Variant& variant : variants_) {
    variant.series.cut(variant.time + 1e-9);
    for (auto& [rock, series] : variant.kept) series.cut(variant.time + 1e-9);
  }
  if (!timeline_.cut(step_)) return;
  const Moment& last = timeline_.moments().back();
  tracks_.cut(last.segments, last.time, variants_);
}

void World::watch(std::uint32_t rock) {
  if (rock >= variants_[0].states.size() || rock == watched_) return;
  for (std::size_t i = 0; i < variants_.size(); ++i) {
    Variant& variant = variants_[i];
    constexpr std::size_t most_kept = 16;  // 13 MB each at most
    Series next = std::move(variant.kept[rock]);
    variant.kept.erase(rock);
    if (variant.kept.size() >= most_kept) variant.kept.erase(variant.kept.begin());
    variant.kept[watched_] = std::move(variant.series);
    variant.series = std::move(next);
    variant.report = {};
    if (!has_detail(variant)) variant.ledgers[rock] = {variant.time};
    // The moments hold the states of the rock while it was not watched, but no percussions and solver results.
    std::vector<Sample> at_moments;
    for (const Moment& moment : timeline_.moments()) {
      if (moment.step > step_ || rock >= moment.states[i].size()) continue;
      at_moments.push_back(sample_of(variant, moment.states[i][rock], moment.times[i]));
      at_moments.back().after_gap = moment.after_gap;
    }
    fill_from_moments(at_moments, variant.scene.settings.time_step, variant.series);
  }
  watched_ = rock;
}

}  // namespace sandbox::live
