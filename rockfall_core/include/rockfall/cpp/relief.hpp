/* rockfall/cpp/relief.hpp: random relief of rockfall.hpp, which owns its stored heights. */
#ifndef ROCKFALL_CPP_RELIEF_HPP
#define ROCKFALL_CPP_RELIEF_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "../step.h"
#include "../terrain.h"
#include "status.hpp"

namespace rf {
inline namespace RF_HPP_NAMESPACE {

/** Random relief over a terrain, the relief of Scene::set_roughness. Not thread-safe. */
class Relief {
 public:
  /** @param base     its `user` must outlive the relief
   *  @param spacing  of the lattice, m
   *  Errors: those of rf_rough_terrain. */
  static Result<Relief> make(const rf_terrain& base, double spacing, std::uint64_t seed) {
    Relief made;
    made.roughness_ = std::make_unique<rf_roughness>(rf_default_roughness());
    made.roughness_->base = base;
    made.roughness_->spacing = spacing;
    made.roughness_->seed = seed;
    rf_error error = rf_error();
    const rf_status status = rf_rough_terrain(made.roughness_.get(), &made.terrain_, &error);
    if (status != RF_OK) return Status(status, error);
    return made;
  }

  const rf_roughness& roughness() const noexcept { return *roughness_; }
  /** The terrain with relief. Valid as long as this object, also after a move. */
  const rf_terrain& terrain() const noexcept { return terrain_; }

  /** Lay the relief over a terrain in place of the former one, which was the same but for its ground and heights. */
  void set_base(const rf_terrain& base) noexcept {
    roughness_->base = base;
    // Only stored heights can be refused, where fields were changed in place: all else was checked before.
    if (rf_rough_terrain(roughness_.get(), &terrain_, nullptr) == RF_OK) return;
    drop_heights();
    (void)rf_rough_terrain(roughness_.get(), &terrain_, nullptr);
  }

  /** See Scene::store_relief. */
  Status store(const rf_rectangle& area, const rf_tasks* tasks) {
    rf_roughness stored = *roughness_;
    stored.heights = nullptr;
    if (!set_nodes(area, stored)) {
      return Status(
          RF_BAD_VALUE,
          "area: has a negative side, is not finite or too far away, or has about 2^28 nodes of the relief or more");
    }
    rf_error error = rf_error();
    double none = 0;
    const rf_status valid = rf_roughness_heights(&stored, 0, 0, &none, &error);
    if (valid != RF_OK) return Status(valid, error);
    std::vector<double> heights(std::size_t{stored.columns} * stored.rows);
    Rows rows = {&stored, heights.data()};
    const std::uint32_t blocks = (stored.rows + rows_per_task - 1) / rows_per_task;
    if (tasks != nullptr) tasks->run(tasks->user, compute_rows, &rows, blocks);
    for (std::uint32_t block = 0; tasks == nullptr && block < blocks; ++block) compute_rows(&rows, block);
    heights_ = std::move(heights);
    stored.heights = heights_.data();
    *roughness_ = stored;
    return Status();
  }

  void drop_heights() noexcept {
    roughness_->heights = nullptr;
    heights_ = std::vector<double>();  // also its memory
  }

 private:
  static constexpr std::uint32_t rows_per_task = 16;

  struct Rows {
    const rf_roughness* roughness;
    double* heights;
  };
  // Body of a task: some rows of the heights of a valid relief.
  static void compute_rows(void* work, std::uint32_t block) {
    const Rows& rows = *static_cast<Rows*>(work);
    const rf_roughness& roughness = *rows.roughness;
    const std::uint32_t first = block * rows_per_task, left = roughness.rows - first;
    (void)rf_roughness_heights(&roughness, first, left < rows_per_task ? left : rows_per_task,
                               rows.heights + std::size_t{first} * roughness.columns, nullptr);
  }

  // The nodes in a rectangle and next to it; false if there are none, or too many.
  static bool set_nodes(const rf_rectangle& area, rf_roughness& roughness) {
    constexpr double most = 268435456, farthest = 17592186044416;
    const double spacing = roughness.spacing, west = area.x_min / spacing, south = area.y_min / spacing,
                 width = (area.x_max - area.x_min) / spacing, depth = (area.y_max - area.y_min) / spacing;
    if (!(width >= 0 && depth >= 0 && (width + 4) * (depth + 4) <= most)) return false;
    if (!(west > -farthest && west < farthest && south > -farthest && south < farthest)) return false;
    // One node more on each side than rounding needs.
    roughness.first_column = static_cast<std::int64_t>(west) - 2;
    roughness.first_row = static_cast<std::int64_t>(south) - 2;
    roughness.columns = static_cast<std::uint32_t>(width) + 5;
    roughness.rows = static_cast<std::uint32_t>(depth) + 5;
    return true;
  }

  Relief() = default;

  std::unique_ptr<rf_roughness> roughness_;  // the terrain points to it
  rf_terrain terrain_ = rf_terrain();
  std::vector<double> heights_;  // stored; see rf_roughness::heights
};

}  // namespace RF_HPP_NAMESPACE
}  // namespace rf
#endif
