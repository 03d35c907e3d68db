/* rockfall/cpp/scene.hpp: scenes of rockfall.hpp, which own rocks and terrain. */
#ifndef ROCKFALL_CPP_SCENE_HPP
#define ROCKFALL_CPP_SCENE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../observe.h"
#include "events.hpp"
#include "relief.hpp"
#include "rock.hpp"
#include "status.hpp"
#include "terrain.hpp"

namespace rf {
inline namespace RF_HPP_NAMESPACE {

/** Rocks, terrain and settings. Change it between steps only. */
class Scene {
 public:
  /** No rocks, no terrain, default settings. A scene that was moved from may only be destroyed or assigned to. */
  Scene() noexcept : scene_(rf_default_scene()) {}
  Scene(Scene&&) noexcept = default;
  Scene& operator=(Scene&&) noexcept = default;

  /** The scene of the C API. Valid until this object is moved. */
  rf_scene& get() noexcept { return scene_; }
  const rf_scene& get() const noexcept { return scene_; }
  rf_settings& settings() noexcept { return scene_.settings; }
  const rf_settings& settings() const noexcept { return scene_.settings; }

  /** Add a shape; returns its index, for rf_state::rock. */
  std::uint32_t add_rock(Rock rock) {
    rocks_.push_back(std::move(rock));
    return add_pointer(rocks_.back().get());
  }
  /** Add a shape owned by the caller; it must outlive this scene. Returns its index. */
  std::uint32_t borrow_rock(const rf_rock& rock) {
    rocks_.emplace_back();
    return add_pointer(&rock);
  }
  /** Replace a shape. @param index  less than rock_count() */
  void replace_rock(std::uint32_t index, Rock rock) noexcept {
    rocks_[index] = std::move(rock);
    pointers_[index] = rocks_[index].get();
  }
  std::uint32_t rock_count() const noexcept { return scene_.rock_count; }
  /** A shape that this scene owns; empty if it is borrowed. */
  const Rock& rock(std::uint32_t index) const noexcept { return rocks_[index]; }

  /** Take over a terrain. Removes the relief over the former terrain, as the other two functions do. */
  void set_terrain(GridTerrain terrain) {
    relief_.reset();
    plane_.reset();
    grid_.emplace(std::move(terrain));
    scene_.terrain = grid_->terrain();
  }
  void set_terrain(PlaneTerrain terrain) {
    relief_.reset();
    grid_.reset();
    plane_.emplace(std::move(terrain));
    scene_.terrain = plane_->terrain();
  }
  /** A terrain with callbacks of the caller; its `user` must outlive this scene. */
  void set_terrain(const rf_terrain& terrain) {
    relief_.reset();
    grid_.reset();
    plane_.reset();
    scene_.terrain = terrain;
  }
  /** The grid, or null if the terrain is no grid. Call refresh_terrain() after changes. */
  GridTerrain* grid() noexcept { return grid_ ? &*grid_ : nullptr; }
  const GridTerrain* grid() const noexcept { return grid_ ? &*grid_ : nullptr; }
  /** The plane, or null if the terrain is no plane. Call refresh_terrain() after changes. */
  PlaneTerrain* plane() noexcept { return plane_ ? &*plane_ : nullptr; }
  const PlaneTerrain* plane() const noexcept { return plane_ ? &*plane_ : nullptr; }
  /** Errors: those of GridTerrain::refresh() and PlaneTerrain::refresh(). */
  Status refresh_terrain() {
    drop_relief_heights();
    return adopt(grid_ ? grid_->refresh() : plane_ ? plane_->refresh() : Status());
  }

  /** Lay random relief over the terrain, with the obstacle heights of its ground, or replace that relief: see
   *  rf_rough_terrain. A new terrain has none. On failure nothing changes.
   *  @param spacing  of the lattice, m
   *  Errors: RF_BAD_VALUE, RF_NULL_ARGUMENT (no terrain). */
  Status set_roughness(double spacing, std::uint64_t seed = 1) {
    Result<Relief> made = Relief::make(relief_ ? relief_->roughness().base : scene_.terrain, spacing, seed);
    if (!made) return made.status();
    relief_ = std::move(*made);
    scene_.terrain = relief_->terrain();
    return Status();
  }
  /** Store the heights of that relief at the nodes in and around a rectangle, 8 bytes each: steps near the ground there
   *  take about half the time, with the same bits. refresh_terrain(), another relief or terrain, and set_ground() with
   *  other obstacle heights drop them: store them again. Obstacle fields and holes that are changed in place act on
   *  the stored relief from refresh_terrain() on. On failure nothing changes.
   *  @param area   its sides are not negative
   *  @param tasks  nullable: the job system that computes the rows
   *  Errors: those of rf_roughness_heights; RF_BAD_VALUE (no relief; a bad rectangle, or one with about 2^28 nodes or
   *  more). */
  Status store_relief(const rf_rectangle& area, const rf_tasks* tasks = nullptr) {
    if (!relief_) return Status(RF_BAD_VALUE, "the terrain has no relief");
    return relief_->store(area, tasks);
  }
  /** Spacing, seed and base of that relief; null if there is none. */
  const rf_roughness* roughness() const noexcept { return relief_ ? &relief_->roughness() : nullptr; }

  /** The ground parameters without a field; null if the terrain is neither grid nor plane. */
  const rf_ground* ground() const noexcept {
    return grid_ ? &grid_->grid().ground : plane_ ? &plane_->plane().ground : nullptr;
  }
  /** Change that ground. On failure nothing changes.
   *  Errors: RF_BAD_VALUE; RF_UNSUPPORTED if the terrain is neither grid nor plane. */
  Status set_ground(const rf_ground& ground) {
    if (!grid_ && !plane_) return Status(RF_UNSUPPORTED, "the ground of a terrain with callbacks cannot be set");
    const bool same = same_obstacles(ground_in_use(), ground);
    const Status set = grid_ ? grid_->set_ground(ground) : plane_->set_ground(ground);
    if (set && !same) drop_relief_heights();
    return adopt(set);
  }

  /** Errors: those of rf_scene_check. */
  Status check() const {
    rf_error error = rf_error();
    const rf_status status = rf_scene_check(&scene_, &error);
    return Status(status, error);
  }

  /** A state at rest above the ground: see rf_place_above_ground.
   *  @param rock  index of the shape
   *  @param x, y  local, m
   *  @param clearance  m, between the lowest point of the rock and the ground
   *  Errors: those of rf_place_above_ground. */
  Result<rf_state> place(std::uint32_t rock, double x, double y, double clearance) const {
    rf_error error = rf_error();
    rf_state state = rf_default_state();
    state.rock = rock;
    state.position[0] = x;
    state.position[1] = y;
    const rf_status status = rf_place_above_ground(&scene_, &state, clearance, &error);
    if (status != RF_OK) return Status(status, error);
    return state;
  }

  /** See rf_step, also for the errors. @param report  nullable */
  Status step(rf_state& state, rf_step_report* report = nullptr) const {
    const rf_status status = rf_step(&scene_, &state, report);
    const bool has_shape = state.rock < scene_.rock_count;
    return status == RF_BAD_VALUE && !has_shape ? without_shape("", state) : with_text_of_settings(status);
  }

  /** See rf_step_many, also for the errors. @param tasks, report  nullable */
  Status step_many(std::vector<rf_state>& states, std::uint32_t steps, const rf_tasks* tasks = nullptr,
                   rf_many_report* report = nullptr) const {
    return checked(states, rf_step_many(&scene_, states.data(), count_of(states), steps, tasks, report));
  }

  /** The same, and report the events of the call: see rf_step_many_with_events, also for the errors; RF_BAD_VALUE if
   *  there is not one track per rock. */
  Status step_many(std::vector<rf_state>& states, std::uint32_t steps, Events& events, const rf_tasks* tasks = nullptr,
                   rf_many_report* report = nullptr) const {
    events.clear();
    if (events.tracks().size() != states.size()) {
      return Status(RF_BAD_VALUE, "events: the tracks are not one per rock");
    }
    const Status valid = events.check();
    if (!valid) return valid;
    rf_events& arrays = events.get();
    return checked(states,
                   rf_step_many_with_events(&scene_, states.data(), count_of(states), steps, tasks, report, &arrays));
  }

  /** See rf_step_many_observed, also for the errors.
   *  @param observation  its arrays have one element per rock, or as it says; owned by the caller */
  Status step_many(std::vector<rf_state>& states, std::uint32_t steps, const rf_observation& observation,
                   const rf_tasks* tasks = nullptr, rf_many_report* report = nullptr) const {
    rf_error error = rf_error();
    const rf_status valid = rf_observation_check(&observation, &error);
    if (valid != RF_OK) return Status(valid, error);
    return checked(states,
                   rf_step_many_observed(&scene_, states.data(), count_of(states), steps, tasks, &observation, report));
  }

 private:
  void drop_relief_heights() noexcept {
    if (relief_) relief_->drop_heights();
  }

  // That of the terrain: a grid or plane that was edited in place has another one until it is refreshed.
  const rf_ground& ground_in_use() const noexcept {
    return grid_ ? static_cast<const rf_grid*>(grid_->terrain().user)->ground
                 : static_cast<const rf_plane*>(plane_->terrain().user)->ground;
  }

  static bool same_obstacles(const rf_ground& a, const rf_ground& b) noexcept {
    return a.roughness_70 == b.roughness_70 && a.roughness_20 == b.roughness_20 && a.roughness_10 == b.roughness_10;
  }

  static std::uint32_t count_of(const std::vector<rf_state>& states) {
    return static_cast<std::uint32_t>(states.size());
  }

  // The status of a step, with a text where a state has no shape, or the settings are refused.
  Status checked(const std::vector<rf_state>& states, rf_status status) const {
    for (std::size_t i = 0; i < states.size() && status == RF_BAD_VALUE; ++i) {
      if (states[i].rock < scene_.rock_count) continue;
      return without_shape("states[" + std::to_string(i) + "].", states[i]);
    }
    return with_text_of_settings(status);
  }

  // The status of a step whose states have shapes, with a text where the settings are refused.
  Status with_text_of_settings(rf_status status) const {
    rf_error error = rf_error();
    const bool refused = status == RF_BAD_VALUE && rf_settings_check(&scene_.settings, &error) != RF_OK;
    return refused ? Status(status, error) : Status(status);
  }

  // A state that a step refuses. @param owner  before "rock"
  static Status without_shape(const std::string& owner, const rf_state& state) {
    return Status(RF_BAD_VALUE,
                  (owner + "rock is " + std::to_string(state.rock) + ", must be below scene.rock_count").c_str());
  }

  std::uint32_t add_pointer(const rf_rock* rock) {
    pointers_.push_back(rock);
    scene_.rocks = pointers_.data();
    scene_.rock_count = static_cast<std::uint32_t>(pointers_.size());
    return scene_.rock_count - 1;
  }

  Status adopt(const Status& status) {
    if (!status) return status;
    if (grid_) lay(grid_->terrain());
    if (plane_) lay(plane_->terrain());
    return status;
  }

  // Uses a terrain, with the relief over it.
  void lay(const rf_terrain& terrain) {
    if (relief_) relief_->set_base(terrain);
    scene_.terrain = relief_ ? relief_->terrain() : terrain;
  }

  std::vector<Rock> rocks_;  // one per shape, empty if it is borrowed
  std::vector<const rf_rock*> pointers_;
  std::optional<GridTerrain> grid_;
  std::optional<PlaneTerrain> plane_;
  std::optional<Relief> relief_;
  rf_scene scene_;
};

/** Makes a scene from parts. After the first failure further calls do nothing; build() returns that failure. */
class SceneBuilder {
 public:
  /** A cooked shape, which the scene takes over. */
  SceneBuilder& rock(Rock rock) {
    if (status_) scene_.add_rock(std::move(rock));
    return *this;
  }
  /** A shape to cook; the arrays of the def are read during the call only. */
  SceneBuilder& rock(const rf_rock_def& def) { return add(status_ ? Rock::cook(def) : Result<Rock>(status_)); }
  /** A standard shape. @param density  kg/m3 */
  SceneBuilder& shape(const rf_shape_def& def, double density = 2700) {
    return add(status_ ? Rock::cook(def, density) : Result<Rock>(status_));
  }
  /** A shape owned by the caller; it must outlive the scene. */
  SceneBuilder& borrow(const rf_rock& rock) {
    if (status_) scene_.borrow_rock(rock);
    return *this;
  }

  /** A plane through the origin; the slopes are dz/dx and dz/dy. */
  SceneBuilder& plane(double slope_x, double slope_y = 0, const rf_ground& ground = rf_default_ground()) {
    rf_plane plane = rf_default_plane();
    plane.slope_x = slope_x;
    plane.slope_y = slope_y;
    plane.ground = ground;
    return terrain(PlaneTerrain::make(plane));
  }
  /** A grid; `heights` in double or single precision: see GridTerrain::make. */
  template <class Number>
  SceneBuilder& grid(const rf_grid& frame, std::vector<Number> heights, std::vector<std::vector<float>> fields = {}) {
    return terrain(GridTerrain::make(frame, std::move(heights), std::move(fields)));
  }
  /** The result of GridTerrain::make or PlaneTerrain::make. */
  template <class Terrain>
  SceneBuilder& terrain(Result<Terrain> made) {
    if (status_ && !made) status_ = made.status();
    if (status_) scene_.set_terrain(std::move(*made));
    return *this;
  }
  /** A terrain with callbacks of the caller; its `user` must outlive the scene. */
  SceneBuilder& terrain(const rf_terrain& callbacks) {
    if (status_) scene_.set_terrain(callbacks);
    return *this;
  }

  /** Random relief over the terrain given before: see Scene::set_roughness. */
  SceneBuilder& roughness(double spacing, std::uint64_t seed = 1) {
    if (status_) status_ = scene_.set_roughness(spacing, seed);
    return *this;
  }

  /** Time step, gravity, scheme and the other settings; build() checks them. */
  SceneBuilder& settings(const rf_settings& settings) {
    scene_.settings() = settings;
    return *this;
  }

  /** Return the checked scene and empty the builder. Errors: those of all calls, of rf_scene_check, and no shapes. */
  Result<Scene> build() {
    Scene made = std::exchange(scene_, Scene());
    Status status = std::exchange(status_, Status());
    if (status && made.get().rock_count == 0) status = Status(RF_BAD_VALUE, "the scene has no shapes");
    if (status) status = made.check();
    if (!status) return status;
    return made;
  }

 private:
  SceneBuilder& add(Result<Rock> made) {
    if (status_ && !made) status_ = made.status();
    if (status_) scene_.add_rock(std::move(*made));
    return *this;
  }

  Scene scene_;
  Status status_;
};

}  // namespace RF_HPP_NAMESPACE
}  // namespace rf
#endif
