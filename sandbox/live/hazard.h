// What the rocks did to each place: how many passed it, and their largest energy and jump height.
#ifndef ROCKFALL_SANDBOX_LIVE_HAZARD_H
#define ROCKFALL_SANDBOX_LIVE_HAZARD_H

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "live/tracks.h"

namespace sandbox::live {

enum class HazardQuantity { none = 0, reach = 1, energy = 2, jump_height = 3, file = 4 };

/** A grid over the terrain, filled from trajectories while they grow. */
class HazardMap {
 public:
  /** Begins anew with at most 256 x 256 cells, which divide the area. */
  void begin(const rf_rectangle& area);
  /** Adds the segments of the first variant that are new; begins anew after segments were removed. */
  void update(const Tracks& tracks);
  std::uint32_t columns() const { return columns_; }
  std::uint32_t rows() const { return rows_; }
  double cell_x() const { return cell_x_; }
  double cell_y() const { return cell_y_; }
  const rf_rectangle& area() const { return area_; }
  /** Rocks that passed a cell. */
  std::uint32_t passed(std::uint32_t column, std::uint32_t row) const { return passed_[index(column, row)]; }
  /** reach: share of `rocks`, 0 to 1; energy: J; jump height: m. 0 where no rock was. */
  double value(HazardQuantity quantity, std::uint32_t column, std::uint32_t row, std::size_t rocks) const;
  /** Changes whenever values do. */
  std::uint64_t changes() const { return changes_; }

 private:
  std::size_t index(std::uint32_t column, std::uint32_t row) const { return std::size_t{row} * columns_ + column; }
  void clear();
  void add(const TrackSegment& segment);

  rf_rectangle area_{0, 0, 1, 1};
  double cell_x_ = 1, cell_y_ = 1;
  std::uint32_t columns_ = 0, rows_ = 0;
  std::vector<std::uint32_t> passed_;
  std::vector<float> energy_, jump_;
  std::unordered_set<std::uint64_t> seen_;  // cell and rock
  std::size_t done_ = 0;
  std::uint64_t generation_ = 0, changes_ = 0;
};

}  // namespace sandbox::live
#endif
