/* rockfall/cpp/rock.hpp: shapes and cooked rocks of rockfall.hpp. */
#ifndef ROCKFALL_CPP_ROCK_HPP
#define ROCKFALL_CPP_ROCK_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "status.hpp"

namespace rf {
inline namespace RF_HPP_NAMESPACE {

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

}  // namespace RF_HPP_NAMESPACE
}  // namespace rf
#endif
