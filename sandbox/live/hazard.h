// Maps of the rocks at each place: how many passed it, and their largest energy and jump height.
#ifndef ROCKFALL_SANDBOX_LIVE_HAZARD_H
#define ROCKFALL_SANDBOX_LIVE_HAZARD_H

#include <array>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "live/tracks.h"

namespace sandbox::live {

enum class HazardQuantity { none = 0, reach = 1, energy = 2, jump_height = 3, file = 4 };

/** Which trajectories a map is made of. */
struct HazardSource {
  std::uint32_t variant = 0;
  double time = 0;  ///< s, until which
};

/** A grid over the terrain, filled from trajectories while they grow. */
class HazardMap {
 public:
  /** Begins anew with at most 256 x 256 cells, which divide the area.
   *  @param apart  from where a variant is to where the next one is drawn, m */
  void begin(const rf_rectangle& area, const std::array<double, 3>& apart = {});
  /** Adds the segments that are new; begins anew for another variant, an earlier time, and after segments were removed.
   *  A segment belongs to the time of its end. */
  void update(const Tracks& tracks, const HazardSource& source);
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
  void count(std::size_t cell, std::uint32_t rock);

  rf_rectangle area_{0, 0, 1, 1};
  std::array<double, 3> apart_{};
  double cell_x_ = 1, cell_y_ = 1;
  std::uint32_t columns_ = 0, rows_ = 0;
  std::vector<std::uint32_t> passed_;
  std::vector<float> energy_, jump_;
  std::unordered_set<std::uint64_t> seen_;  // cell and rock
  std::vector<std::size_t> last_cell_;      // by rock; segments are shorter than cells, so few are looked up in seen_
  std::size_t done_ = 0;
  std::uint64_t generation_ = 0, changes_ = 0;
  std::uint32_t variant_ = 0;
};

}  // namespace sandbox::live
#endif
