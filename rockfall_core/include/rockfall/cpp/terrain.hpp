/* rockfall/cpp/terrain.hpp: terrains of rockfall.hpp with their data. */
#ifndef ROCKFALL_CPP_TERRAIN_HPP
#define ROCKFALL_CPP_TERRAIN_HPP

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "status.hpp"

namespace rf {
inline namespace RF_HPP_NAMESPACE {

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

}  // namespace RF_HPP_NAMESPACE
}  // namespace rf
#endif
