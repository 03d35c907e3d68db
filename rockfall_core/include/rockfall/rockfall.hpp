/* rockfall/rockfall.hpp: an owning C++17 layer over the C API, header only. It manages memory and reports errors. It
 * uses the structs of the C headers and can be mixed with calls of C functions.
 *
 *   rf::Rock           a cooked shape with its aligned block
 *   rf::GridTerrain    a grid with its arrays
 *   rf::PlaneTerrain   an inclined plane
 *   rf::Scene          rocks, terrain and settings; made by rf::SceneBuilder
 *
 * Errors are values: calls that can fail return rf::Status or rf::Result<T>. To get exceptions instead, call require()
 * or value(), which throw rf::Exception. With -fno-exceptions (or with RF_NO_EXCEPTIONS defined) these two print the
 * error text and abort. RTTI is not needed.
 *
 *   rf::Scene scene = rf::SceneBuilder().shape(rf::shape_def(RF_SHAPE_BOX, 1, 1, 0.5)).plane(-0.7).build().value();
 *   rf_state state = scene.place(0, 0, 0, 2).value();
 *   while (state.end == RF_MOVING) scene.step(state).require();
 *
 * Objects can be moved but not copied; a move keeps the addresses that a scene refers to. Thread-safety as in the C
 * API: any number of threads may use the same const object. If the block of a rock cannot be allocated, a status is
 * returned; std::vector, which holds the arrays, throws as usual.
 */
#ifndef ROCKFALL_HPP
#define ROCKFALL_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "rockfall.h"

#if !defined(RF_NO_EXCEPTIONS) && (defined(__cpp_exceptions) || defined(_CPPUNWIND))
#define RF_HPP_EXCEPTIONS 1
#include <exception>
#else
#define RF_HPP_EXCEPTIONS 0
#endif

namespace rf {
// Inline namespaces allow to link files compiled with and without exceptions.
#if RF_HPP_EXCEPTIONS
inline namespace with_exceptions {
#else
inline namespace without_exceptions {
#endif

#if RF_HPP_EXCEPTIONS
/** Exception thrown by require() and value(). */
class Exception : public std::exception {
 public:
  explicit Exception(const rf_error& error) noexcept : error_(error) {}
  const char* what() const noexcept override { return error_.text; }
  rf_status code() const noexcept { return error_.status; }

 private:
  rf_error error_;
};
#endif

/** Result of a call: RF_OK, or a status with an error text. */
class [[nodiscard]] Status {
 public:
  /** RF_OK. */
  Status() noexcept : error_() {}
  /** The status of a call with the text of `error`, or with rf_status_text() if that is empty. */
  explicit Status(rf_status code, const rf_error& error = rf_error()) noexcept : error_(error) {
    error_.status = code;
    if (code != RF_OK && error_.text[0] == '\0') set_text(rf_status_text(code));
  }
  /** A failure detected by this header. */
  Status(rf_status code, const char* text) noexcept : error_() {
    error_.status = code;
    set_text(text);
  }

  bool ok() const noexcept { return error_.status == RF_OK; }
  explicit operator bool() const noexcept { return ok(); }
  rf_status code() const noexcept { return error_.status; }
  /** Error text, one sentence; empty on RF_OK. Valid as long as this object. */
  const char* text() const noexcept { return error_.text; }
  const rf_error& error() const noexcept { return error_; }

  /** Returns on RF_OK. Otherwise throws Exception; without exceptions prints the text to stderr and aborts. */
  void require() const {
    if (ok()) return;
#if RF_HPP_EXCEPTIONS
    throw Exception(error_);
#else
    std::fprintf(stderr, "rockfall: %s\n", error_.text);
    std::abort();
#endif
  }

 private:
  void set_text(const char* text) noexcept {
    std::strncpy(error_.text, text, sizeof error_.text - 1);
    error_.text[sizeof error_.text - 1] = '\0';
  }
  rf_error error_;
};

/** A value, or the status of the failure. */
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  /** @param failure  not RF_OK */
  Result(const Status& failure) : status_(failure) {}

  bool ok() const noexcept { return value_.has_value(); }
  explicit operator bool() const noexcept { return ok(); }
  const Status& status() const noexcept { return status_; }
  const char* text() const noexcept { return status_.text(); }

  /** The value. Precondition: ok(). */
  T& operator*() & noexcept { return *value_; }
  const T& operator*() const& noexcept { return *value_; }
  T&& operator*() && noexcept { return std::move(*value_); }
  T* operator->() noexcept { return &*value_; }
  const T* operator->() const noexcept { return &*value_; }

  /** The value, moved out; fails as Status::require(). */
  T value() && {
    status_.require();
    return std::move(*value_);
  }
  T& value() & {
    status_.require();
    return *value_;
  }
  const T& value() const& {
    status_.require();
    return *value_;
  }

 private:
  Status status_;
  std::optional<T> value_;
};

/** Definition of a standard shape: see rf_shape_def. */
inline rf_shape_def shape_def(rf_shape_kind kind, double x, double y, double z, std::uint32_t point_count = 32,
                              std::uint64_t seed = 1) {
  rf_shape_def def = rf_default_shape_def();
  def.kind = kind;
  def.size[0] = x;
  def.size[1] = y;
  def.size[2] = z;
  def.point_count = point_count;
  def.seed = seed;
  return def;
}

/** Points of a standard shape, x y z x y z ..., m. Errors: those of rf_shape_points. */
inline Result<std::vector<double>> shape_points(const rf_shape_def& def) {
  rf_error error = rf_error();
  std::uint32_t count = 0;
  rf_status status = rf_shape_points(&def, nullptr, 0, &count, &error);
  if (status != RF_OK) return Status(status, error);
  std::vector<double> points(3 * std::size_t{count});
  status = rf_shape_points(&def, points.data(), count, &count, &error);
  if (status != RF_OK) return Status(status, error);
  return points;
}

/** Triangles of a standard shape over its points. Errors: those of rf_shape_triangles. */
inline Result<std::vector<std::uint32_t>> shape_triangles(const rf_shape_def& def) {
  rf_error error = rf_error();
  std::uint32_t count = 0;
  rf_status status = rf_shape_triangles(&def, nullptr, 0, &count, &error);
  if (status != RF_OK) return Status(status, error);
  std::vector<std::uint32_t> triangles(3 * std::size_t{count});
  status = rf_shape_triangles(&def, triangles.data(), count, &count, &error);
  if (status != RF_OK) return Status(status, error);
  triangles.resize(3 * std::size_t{count});
  return triangles;
}

/** Definition of the hull of these points with the default density. Points to the data of `points`. */
inline rf_rock_def rock_def(const std::vector<double>& points) {
  rf_rock_def def = rf_default_rock_def();
  def.points = points.data();
  def.point_count = static_cast<std::uint32_t>(points.size() / 3);
  return def;
}

/** A cooked shape and its memory block. */
class Rock {
 public:
  /** Without a shape: get() is null. */
  Rock() noexcept : properties_() {}
  Rock(Rock&& other) noexcept { take(other); }
  Rock& operator=(Rock&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }

  /** Cook a def; its arrays are read during the call only.
   *  Errors: those of rf_rock_memory and rf_cook_rock; RF_MEMORY_TOO_SMALL if the allocation fails. */
  static Result<Rock> cook(const rf_rock_def& def) {
    rf_error error = rf_error();
    Rock made;
    rf_status status = rf_rock_memory(&def, &made.bytes_, &error);
    if (status != RF_OK) return Status(status, error);
    made.memory_.reset(::operator new (made.bytes_, std::align_val_t{RF_MEMORY_ALIGNMENT}, std::nothrow));
    if (!made.memory_) return Status(RF_MEMORY_TOO_SMALL, "out of memory for the block of a rock");
    status = rf_cook_rock(&def, made.memory_.get(), made.bytes_, &made.rock_, &error);
    if (status == RF_OK) status = rf_rock_get(made.rock_, &made.properties_);
    if (status != RF_OK) return Status(status, error);
    return made;
  }

  /** Cook a standard shape; a library without Qhull uses shape_triangles(). @param density  kg/m3, > 0.
   *  Errors: those of shape_points(), shape_triangles() and cook(). */
  static Result<Rock> cook(const rf_shape_def& shape, double density = 2700) {
    const Result<std::vector<double>> points = shape_points(shape);
    if (!points) return points.status();
    rf_rock_def def = rock_def(*points);
    def.density = density;
    if (rf_has_hull_library()) return cook(def);
    const Result<std::vector<std::uint32_t>> triangles = shape_triangles(shape);
    if (!triangles) return triangles.status();
    def.triangles = triangles->data();
    def.triangle_count = static_cast<std::uint32_t>(triangles->size() / 3);
    return cook(def);
  }

  const rf_rock* get() const noexcept { return rock_; }
  const rf_rock& operator*() const noexcept { return *rock_; }
  /** Mass, inertia, hull: see rf_rock_properties. All zero without a shape. */
  const rf_rock_properties& properties() const noexcept { return properties_; }
  const rf_rock_properties* operator->() const noexcept { return &properties_; }
  /** Size of the memory block. */
  std::size_t bytes() const noexcept { return bytes_; }

 private:
  struct Free {
    void operator()(void* memory) const noexcept { ::operator delete (memory, std::align_val_t{RF_MEMORY_ALIGNMENT}); }
  };

  void take(Rock& other) noexcept {
    memory_ = std::move(other.memory_);
    rock_ = std::exchange(other.rock_, nullptr);
    bytes_ = std::exchange(other.bytes_, 0);
    properties_ = std::exchange(other.properties_, rf_rock_properties());
  }

  std::unique_ptr<void, Free> memory_;
  const rf_rock* rock_ = nullptr;
  std::size_t bytes_ = 0;
  rf_rock_properties properties_;
};

/** A grid terrain with its arrays. Call refresh() after a change of them. Do not change them during a step. */
class GridTerrain {
 public:
  /** An empty grid: fill grid() and heights(), then refresh(). */
  GridTerrain() : data_(std::make_unique<Data>()) {}

  /** Grid of heights in double precision.
   *  @param frame    nodes, cells, origin and uniform ground; its pointers are ignored
   *  @param heights  m, row by row; NaN marks a hole
   *  @param fields   indexed by rf_ground_field, each empty (uniform) or with one value per node
   *  Errors: those of refresh(). */
  static Result<GridTerrain> make(const rf_grid& frame, std::vector<double> heights,
                                  std::vector<std::vector<float>> fields = {}) {
    GridTerrain made;
    made.data_->heights = std::move(heights);
    return finish(std::move(made), frame, std::move(fields));
  }

  /** The same in single precision. */
  static Result<GridTerrain> make(const rf_grid& frame, std::vector<float> heights,
                                  std::vector<std::vector<float>> fields = {}) {
    GridTerrain made;
    made.data_->heights_single = std::move(heights);
    return finish(std::move(made), frame, std::move(fields));
  }

  /** The terrain for a scene. Its `user` points to data of this object and stays valid if this object is moved. */
  const rf_terrain& terrain() const noexcept { return terrain_; }

  rf_grid& grid() noexcept { return data_->grid; }
  const rf_grid& grid() const noexcept { return data_->grid; }
  /** Empty if the grid is in single precision. */
  std::vector<double>& heights() noexcept { return data_->heights; }
  const std::vector<double>& heights() const noexcept { return data_->heights; }
  /** Empty if the grid is in double precision. */
  std::vector<float>& heights_single() noexcept { return data_->heights_single; }
  const std::vector<float>& heights_single() const noexcept { return data_->heights_single; }
  /** RF_GROUND_FIELD_COUNT arrays indexed by rf_ground_field; empty: uniform. */
  std::vector<std::vector<float>>& fields() noexcept { return data_->fields; }
  const std::vector<std::vector<float>>& fields() const noexcept { return data_->fields; }

  /** Check everything and make the terrain again. On failure the terrain does not change.
   *  Errors: those of rf_grid_terrain, RF_BAD_VALUE (an array does not have one value per node). */
  Status refresh() {
    Data& data = *data_;
    const std::size_t nodes = std::size_t{data.grid.columns} * data.grid.rows;
    if (!data.heights.empty() && !data.heights_single.empty()) {
      return Status(RF_BAD_VALUE, "grid: heights are given in both precisions");
    }
    if (data.heights.size() + data.heights_single.size() != nodes) {
      return Status(RF_BAD_VALUE, "grid: the heights are not columns * rows values");
    }
    if (data.fields.size() != RF_GROUND_FIELD_COUNT) {
      return Status(RF_BAD_VALUE, "grid: the ground fields are not RF_GROUND_FIELD_COUNT arrays");
    }
    data.grid.heights_f64 = data.heights.empty() ? nullptr : data.heights.data();
    data.grid.heights_f32 = data.heights_single.empty() ? nullptr : data.heights_single.data();
    for (std::size_t i = 0; i < RF_GROUND_FIELD_COUNT; ++i) {
      const bool given = !data.fields[i].empty();
      if (given && data.fields[i].size() != nodes) {
        return Status(RF_BAD_VALUE, "grid: a ground field is not columns * rows values");
      }
      data.grid.fields[i] = given ? data.fields[i].data() : nullptr;
    }
    return apply(data.grid);
  }

  /** Change the ground parameters without a field. On failure nothing changes. Errors: RF_BAD_VALUE. */
  Status set_ground(const rf_ground& ground) {
    rf_grid changed = data_->grid;
    changed.ground = ground;
    return apply(changed);
  }

 private:
  struct Data {
    rf_grid grid = rf_default_grid();
    std::vector<double> heights;
    std::vector<float> heights_single;
    std::vector<std::vector<float>> fields = std::vector<std::vector<float>>(RF_GROUND_FIELD_COUNT);
  };

  static Result<GridTerrain> finish(GridTerrain made, const rf_grid& frame, std::vector<std::vector<float>> fields) {
    made.data_->grid = frame;
    fields.resize(std::max<std::size_t>(fields.size(), RF_GROUND_FIELD_COUNT));
    made.data_->fields = std::move(fields);
    const Status status = made.refresh();
    if (!status) return status;
    return made;
  }

  Status apply(const rf_grid& grid) {
    rf_error error = rf_error();
    rf_terrain terrain;
    const rf_status status = rf_grid_terrain(&grid, &terrain, &error);
    if (status != RF_OK) return Status(status, error);
    data_->grid = grid;
    terrain.user = &data_->grid;
    terrain_ = terrain;
    return Status();
  }

  std::unique_ptr<Data> data_;
  rf_terrain terrain_ = rf_default_terrain();
};

/** An infinite inclined plane. Call refresh() after a change. Do not change it during a step. */
class PlaneTerrain {
 public:
  /** The plane z = 0 with default ground. */
  PlaneTerrain() : plane_(std::make_unique<rf_plane>(rf_default_plane())) { (void)refresh(); }

  /** Errors: those of rf_plane_terrain. */
  static Result<PlaneTerrain> make(const rf_plane& plane) {
    PlaneTerrain made;
    const Status status = made.apply(plane);
    if (!status) return status;
    return made;
  }

  /** The terrain for a scene. Its `user` points to data of this object and stays valid if this object is moved. */
  const rf_terrain& terrain() const noexcept { return terrain_; }
  rf_plane& plane() noexcept { return *plane_; }
  const rf_plane& plane() const noexcept { return *plane_; }

  /** Check the plane and make the terrain again. Errors: those of rf_plane_terrain. */
  Status refresh() { return apply(*plane_); }

  /** Change the ground. On failure nothing changes. Errors: RF_BAD_VALUE. */
  Status set_ground(const rf_ground& ground) {
    rf_plane changed = *plane_;
    changed.ground = ground;
    return apply(changed);
  }

 private:
  Status apply(const rf_plane& plane) {
    rf_error error = rf_error();
    rf_terrain terrain;
    const rf_status status = rf_plane_terrain(&plane, &terrain, &error);
    if (status != RF_OK) return Status(status, error);
    *plane_ = plane;
    terrain.user = plane_.get();
    terrain_ = terrain;
    return Status();
  }

  std::unique_ptr<rf_plane> plane_;
  rf_terrain terrain_ = rf_default_terrain();
};

/** Rocks, terrain and settings. Change it between steps only. */
class Scene {
 public:
  /** No rocks, no terrain, default settings. */
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

  void set_terrain(GridTerrain terrain) {
    roughness_.reset();
    plane_.reset();
    grid_.emplace(std::move(terrain));
    scene_.terrain = grid_->terrain();
  }
  void set_terrain(PlaneTerrain terrain) {
    roughness_.reset();
    grid_.reset();
    plane_.emplace(std::move(terrain));
    scene_.terrain = plane_->terrain();
  }
  /** A terrain with callbacks of the caller; its `user` must outlive this scene. */
  void set_terrain(const rf_terrain& terrain) {
    roughness_.reset();
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
  Status refresh_terrain() { return adopt(grid_ ? grid_->refresh() : plane_ ? plane_->refresh() : Status()); }

  /** Lay random relief over the terrain, with the obstacle heights of its ground, or replace that relief: see
   *  rf_rough_terrain. A new terrain has none. On failure nothing changes.
   *  @param spacing  of the lattice, m
   *  Errors: RF_BAD_VALUE, RF_NULL_ARGUMENT (no terrain). */
  Status set_roughness(double spacing, std::uint64_t seed = 1) {
    auto roughness = std::make_unique<rf_roughness>(rf_default_roughness());
    roughness->base = roughness_ ? roughness_->base : scene_.terrain;
    roughness->spacing = spacing;
    roughness->seed = seed;
    rf_error error = rf_error();
    rf_terrain rough;
    const rf_status status = rf_rough_terrain(roughness.get(), &rough, &error);
    if (status != RF_OK) return Status(status, error);
    roughness_ = std::move(roughness);
    scene_.terrain = rough;
    return Status();
  }
  /** Spacing, seed and base of that relief; null if there is none. */
  const rf_roughness* roughness() const noexcept { return roughness_.get(); }

  /** The ground parameters without a field; null if the terrain is neither grid nor plane. */
  const rf_ground* ground() const noexcept {
    return grid_ ? &grid_->grid().ground : plane_ ? &plane_->plane().ground : nullptr;
  }
  /** Change that ground. On failure nothing changes.
   *  Errors: RF_BAD_VALUE; RF_UNSUPPORTED if the terrain is neither grid nor plane. */
  Status set_ground(const rf_ground& ground) {
    if (grid_) return adopt(grid_->set_ground(ground));
    if (plane_) return adopt(plane_->set_ground(ground));
    return Status(RF_UNSUPPORTED, "the ground of a terrain with callbacks cannot be set");
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
   *  @param clearance  m, between the lowest point of the rock and the ground */
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

  /** See rf_step. @param report  nullable */
  Status step(rf_state& state, rf_step_report* report = nullptr) const {
    return Status(rf_step(&scene_, &state, report));
  }

  /** See rf_step_many. @param tasks, report  nullable */
  Status step_many(std::vector<rf_state>& states, std::uint32_t steps, const rf_tasks* tasks = nullptr,
                   rf_many_report* report = nullptr) const {
    return Status(
        rf_step_many(&scene_, states.data(), static_cast<std::uint32_t>(states.size()), steps, tasks, report));
  }

 private:
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
    scene_.terrain = terrain;
    if (!roughness_) return;
    roughness_->base = terrain;
    (void)rf_rough_terrain(roughness_.get(), &scene_.terrain, nullptr);
  }

  std::vector<Rock> rocks_;  // one per shape, empty if it is borrowed
  std::vector<const rf_rock*> pointers_;
  std::optional<GridTerrain> grid_;
  std::optional<PlaneTerrain> plane_;
  std::unique_ptr<rf_roughness> roughness_;
  rf_scene scene_;
};

/** Makes a scene from parts. After the first failure further calls do nothing; build() returns that failure. */
class SceneBuilder {
 public:
  SceneBuilder& rock(Rock rock) {
    if (status_) scene_.add_rock(std::move(rock));
    return *this;
  }
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

  SceneBuilder& settings(const rf_settings& settings) {
    scene_.settings() = settings;
    return *this;
  }

  /** Return the checked scene; the builder is empty afterwards. Errors: those of all calls, and of rf_scene_check. */
  Result<Scene> build() {
    Scene made = std::exchange(scene_, Scene());
    Status status = std::exchange(status_, Status());
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

}  // namespace with_exceptions or without_exceptions
}  // namespace rf
#endif
