// Parameters that may change while rocks fall.
#include <algorithm>
#include <utility>

#include "common/error.h"
#include "live/world.h"

namespace sandbox::live {
namespace {

const std::string fixed_by_a_sweep = "the values of a sweep stay as they are; end it under Compare to change others";

[[noreturn]] void refuse(const std::string& what, const rf_error& error) { throw InputError(what + ": " + error.text); }

}  // namespace

void World::set_ground(const rf_ground& ground) {
  rf_error error{};
  if (rf_ground_check(&ground, &error) != RF_OK) refuse("ground", error);
  if (replay_) throw InputError("ground: a recording is being played; stop it first");
  if (variants_[0].own) throw InputError("ground: " + fixed_by_a_sweep);
  apply_ground(ground);
  setup_.scenario.ground.ground = ground;
  if (recorder_) recorder_->ground(ground);
}

void World::apply_ground(const rf_ground& ground) {
  if (built_->set_ground(ground) != RF_OK) throw InputError("ground: not valid on this terrain");
  for (Variant& variant : variants_) {
    if (!variant.own) variant.scene.terrain = built_->scene().terrain;
  }
  ++ground_changes_;
}

void World::set_settings(const rf_settings& settings) {
  rf_error error{};
  if (rf_settings_check(&settings, &error) != RF_OK) refuse("settings", error);
  if (replay_) throw InputError("settings: a recording is being played; stop it first");
  if (variants_[0].own_settings) throw InputError("settings: " + fixed_by_a_sweep);
  const bool method_changes = settings.scheme != this->settings().scheme || settings.model != this->settings().model;
  for (std::size_t i = 0; i < variants_.size(); ++i) {
    if (variants_[i].own_settings) continue;
    rf_settings changed = settings;
    if (i > 0) {
      changed.scheme = variants_[i].scene.settings.scheme;
      changed.model = variants_[i].scene.settings.model;
    }
    variants_[i].scene.settings = changed;
  }
  setup_.scenario.settings = settings;
  if (method_changes || variants_.size() == 1) variants_[0].name = method_name(settings);
  if (!setup_.variants.empty()) {
    setup_.variants[0].name = variants_[0].name;
    setup_.variants[0].scheme = settings.scheme;
    setup_.variants[0].model = settings.model;
  }
  if (recorder_) recorder_->settings(settings);
}

void World::set_rock(std::size_t shape, const RockSpec& spec) {
  if (shape >= setup_.scenario.rocks.size()) throw InputError("rock: there is no such shape");
  if (recorder_ || replay_) throw InputError("rock: shapes are part of a recording; stop it first");
  built_->set_rock(static_cast<std::uint32_t>(shape), spec);
  for (Variant& variant : variants_) {
    if (variant.own) variant.own->set_rock(static_cast<std::uint32_t>(shape), spec);
  }
  setup_.scenario.rocks[shape] = spec;
}

void World::set_release_count(std::uint32_t count) {
  setup_.scenario.rock_count = std::max(count, 1u);
  setup_.rocks_of_file = 0;
}

void World::set_variants(std::vector<VariantSpec> variants) {
  variants_of(variants);  // throws before anything changes
  const std::vector<rf_state> first = starts_on_own_ground();
  drop_replay();
  setup_.variants = std::move(variants);
  make_variants();
  begin(first);
}

std::uint32_t World::release(double x, double y, double clearance, const double velocity[3], std::uint32_t shape) {
  if (replay_) throw InputError("release: a recording is being played; stop it first");
  rf_state state = rf_default_state();
  state.rock = shape;
  state.position[0] = x;
  state.position[1] = y;
  const auto number = static_cast<std::uint32_t>(variants_[0].states.size());
  rf_random_orientation(setup_.scenario.seed, number, 1000, state.orientation);
  std::copy(velocity, velocity + 3, state.velocity);
  rf_error error{};
  rf_status status = rf_place_above_ground(&variants_[0].scene, &state, clearance, &error);
  if (status == RF_OK) status = rf_state_check(&variants_[0].scene, &state, &error);
  if (status != RF_OK) refuse("release", error);
  cut_future();
  tracks_.extend(variants_, time_);
  for (Variant& variant : variants_) {
    variant.states.push_back(state);
    variant.before.push_back(state);
    variant.marks.emplace_back();
    variant.ledgers.push_back({variant.time});
  }
  tracks_.continue_from(variants_);
  if (recorder_) recorder_->add(state);
  if (recorder_) limit_recorded_states();
  Moment moment;
  moment.changed = true;
  keep_moment(std::move(moment));
  return number;
}

bool World::released_last(std::uint32_t rock) const {
  const std::size_t count = variants_[0].states.size();
  return count > first_rocks_ && rock + std::size_t{1} == count;
}

bool World::is_released_later(std::uint32_t rock) const {
  return rock >= variants_[0].states.size() && rock < timeline_.moments().back().states[0].size();
}

void World::withdraw() {
  if (recorder_ || replay_) throw InputError("undo: the rock is part of a recording; stop it first");
  const std::size_t count = variants_[0].states.size();
  if (count <= first_rocks_) throw InputError("undo: no released rock is left");
  const auto rock = static_cast<std::uint32_t>(count - 1);
  if (watched_ == rock) watch(0);
  for (Variant& variant : variants_) {
    variant.states.pop_back();
    variant.before.pop_back();
    variant.marks.pop_back();
    variant.ledgers.pop_back();
    variant.kept.erase(rock);
  }
  tracks_.remove_rock(rock, timeline_.remove_rock(rock));
  tracks_.continue_from(variants_);
}

}  // namespace sandbox::live
