/* rockfall/cpp/terrain.hpp: terrains of rockfall.hpp with their data. */
#ifndef ROCKFALL_CPP_TERRAIN_HPP
#define ROCKFALL_CPP_TERRAIN_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "status.hpp"

namespace rf {
inline namespace RF_HPP_NAMESPACE {

/** A grid terrain with its arrays. Call refresh() after a change of grid() or of an array. Values of the arrays act at
 *  once, so do not change them during a step. After an array has another size or another memory (an assignment by move,
 *  a swap) the terrain must not be used before refresh() has succeeded; std::copy into the array keeps its memory. */
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

  /** The frame and the uniform ground; a change acts from the next successful refresh() on. */
  rf_grid& grid() noexcept { return data_->edited; }
  const rf_grid& grid() const noexcept { return data_->edited; }
  /** Empty if the grid is in single precision. */
  std::vector<double>& heights() noexcept { return data_->heights; }
  const std::vector<double>& heights() const noexcept { return data_->heights; }
  /** Empty if the grid is in double precision. */
  std::vector<float>& heights_single() noexcept { return data_->heights_single; }
  const std::vector<float>& heights_single() const noexcept { return data_->heights_single; }
  /** RF_GROUND_FIELD_COUNT arrays indexed by rf_ground_field; empty: uniform. */
  std::vector<std::vector<float>>& fields() noexcept { return data_->fields; }
  const std::vector<std::vector<float>>& fields() const noexcept { return data_->fields; }
  /** Material number of each cell, (columns - 1) * (rows - 1), row by row. Empty: those in memory of the caller to
   * which grid().materials points, else 0 everywhere. */
  std::vector<std::uint32_t>& materials() noexcept { return data_->materials; }
  const std::vector<std::uint32_t>& materials() const noexcept { return data_->materials; }

  /** Check everything and make the terrain again. On failure the terrain keeps frame, ground and arrays.
   *  Errors: those of rf_grid_terrain, RF_BAD_VALUE (an array does not have one value per node, or that of the
   *  materials one per cell). */
  Status refresh() {
    Data& data = *data_;
    rf_grid grid = data.edited;
    const std::size_t nodes = std::size_t{grid.columns} * grid.rows;
    if (!data.heights.empty() && !data.heights_single.empty()) {
      return Status(RF_BAD_VALUE, "grid: heights are given in both precisions");
    }
    if (data.heights.size() + data.heights_single.size() != nodes) {
      return Status(RF_BAD_VALUE, "grid: the heights are not columns * rows values");
    }
    if (data.fields.size() != RF_GROUND_FIELD_COUNT) {
      return Status(RF_BAD_VALUE, "grid: the ground fields are not RF_GROUND_FIELD_COUNT arrays");
    }
    grid.heights_f64 = data.heights.empty() ? nullptr : data.heights.data();
    grid.heights_f32 = data.heights_single.empty() ? nullptr : data.heights_single.data();
    for (std::size_t i = 0; i < RF_GROUND_FIELD_COUNT; ++i) {
      const bool given = !data.fields[i].empty();
      if (given && data.fields[i].size() != nodes) {
        return Status(RF_BAD_VALUE, "grid: a ground field is not columns * rows values");
      }
      grid.fields[i] = given ? data.fields[i].data() : nullptr;
    }
    const bool has_cells = grid.columns > 1 && grid.rows > 1;
    const std::size_t cells = has_cells ? std::size_t{grid.columns - 1} * (grid.rows - 1) : 0;
    if (!data.materials.empty() && data.materials.size() != cells) {
      return Status(RF_BAD_VALUE, "grid: the materials are not (columns - 1) * (rows - 1) values");
    }
    if (!data.materials.empty()) grid.materials = data.materials.data();
    const Status status = apply(grid);
    if (!status) return status;
    const std::uint32_t* const borrowed = data.materials.empty() ? grid.materials : nullptr;
    data.edited = grid;
    data.edited.materials = borrowed;
    return status;
  }

  /** Change the ground parameters without a field. On failure nothing changes. Errors: RF_BAD_VALUE. */
  Status set_ground(const rf_ground& ground) {
    rf_grid changed = data_->live;
    changed.ground = ground;
    const Status status = apply(changed);
    if (status) data_->edited.ground = ground;
    return status;
  }

 private:
  struct Data {
    rf_grid edited = rf_default_grid();
    rf_grid live = rf_default_grid();  ///< of terrain_
    std::vector<double> heights;
    std::vector<float> heights_single;
    std::vector<std::vector<float>> fields = std::vector<std::vector<float>>(RF_GROUND_FIELD_COUNT);
    std::vector<std::uint32_t> materials;
  };

  static Result<GridTerrain> finish(GridTerrain made, const rf_grid& frame, std::vector<std::vector<float>> fields) {
    made.data_->edited = frame;
    made.data_->edited.materials = nullptr;
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
    data_->live = grid;
    terrain.user = &data_->live;
    terrain_ = terrain;
    return Status();
  }

  std::unique_ptr<Data> data_;
  rf_terrain terrain_ = rf_default_terrain();
};

/** An infinite inclined plane. Call refresh() after a change. */
class PlaneTerrain {
 public:
  /** The plane z = 0 with default ground. */
  PlaneTerrain() : live_(std::make_unique<rf_plane>()) { (void)refresh(); }

  /** Errors: those of rf_plane_terrain. */
  static Result<PlaneTerrain> make(const rf_plane& plane) {
    PlaneTerrain made;
    made.edited_ = plane;
    const Status status = made.refresh();
    if (!status) return status;
    return made;
  }

  /** The terrain for a scene. Its `user` points to data of this object and stays valid if this object is moved. */
  const rf_terrain& terrain() const noexcept { return terrain_; }
  /** A change acts from the next successful refresh() on. */
  rf_plane& plane() noexcept { return edited_; }
  const rf_plane& plane() const noexcept { return edited_; }

  /** Check the plane and make the terrain again. On failure the terrain does not change.
   *  Errors: those of rf_plane_terrain. */
  Status refresh() { return apply(edited_); }

  /** Change the ground. On failure nothing changes. Errors: RF_BAD_VALUE. */
  Status set_ground(const rf_ground& ground) {
    rf_plane changed = *live_;
    changed.ground = ground;
    const Status status = apply(changed);
    if (status) edited_.ground = ground;
    return status;
  }

 private:
  Status apply(const rf_plane& plane) {
    rf_error error = rf_error();
    rf_terrain terrain;
    const rf_status status = rf_plane_terrain(&plane, &terrain, &error);
    if (status != RF_OK) return Status(status, error);
    *live_ = plane;
    terrain.user = live_.get();
    terrain_ = terrain;
    return Status();
  }

  rf_plane edited_ = rf_default_plane();
  std::unique_ptr<rf_plane> live_;  // of terrain_
  rf_terrain terrain_ = rf_default_terrain();
};

}  // namespace RF_HPP_NAMESPACE
}  // namespace rf
#endif
