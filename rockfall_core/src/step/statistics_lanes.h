// Statistics of rocks in SIMD lanes. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include <rockfall/observe.h>

#include "body/measure.h"
#include "numerics/lanes.h"
#include "numerics/vector_of.h"
#include "step/batch.h"
#include "terrain/cells.h"
#include "terrain/grid_cell.h"
#include "terrain/surface_memory.h"

namespace rockfall {
namespace {

// The members of rf_rock_statistics that steps change.
struct StatisticsLanes {
  Lanes time, distance;
  Lanes time_sum[RF_QUANTITY_COUNT], time_square[RF_QUANTITY_COUNT];
  Lanes distance_sum[RF_QUANTITY_COUNT], distance_square[RF_QUANTITY_COUNT];
  Lanes maximum[RF_QUANTITY_COUNT];
};

// Call visit(lanes, number) for every member of the statistics.
template <class Visit>
void for_each_member(StatisticsLanes& lanes, rf_rock_statistics& rock, Visit visit) {
  visit(lanes.time, rock.time);
  visit(lanes.distance, rock.distance);
  for (int q = 0; q < RF_QUANTITY_COUNT; ++q) {
    visit(lanes.time_sum[q], rock.time_sum[q]);
    visit(lanes.time_square[q], rock.time_square[q]);
    visit(lanes.distance_sum[q], rock.distance_sum[q]);
    visit(lanes.distance_square[q], rock.distance_square[q]);
    visit(lanes.maximum[q], rock.maximum[q]);
  }
}

// The cell of the terrain that each rock was last over.
struct CellLanes {
  Lanes x0, y0, scale_x, scale_y;
  Lanes column, row;
  Lanes h00, h10, h01, h11;

  // Position inside the cell, and the height there. See CellCorners.
  struct Place {
    Lanes u, v, height;
  };
  Place in_grid(const Lanes& x, const Lanes& y) const {
    return at((x - x0) * scale_x - column, (y - y0) * scale_y - row, CellSurface::bilinear);
  }
  ROCKFALL_OWN_FRAME Place in_height_field(const Lanes& x, const Lanes& y, CellSurface surface) const {
    return at((x - x0) / scale_x - column, (y - y0) / scale_y - row, surface);
  }
  void set(int lane, const CellCorners& cell) {
    x0.set(lane, cell.x0);
    y0.set(lane, cell.y0);
    scale_x.set(lane, cell.scale_x);
    scale_y.set(lane, cell.scale_y);
    column.set(lane, cell.column);
    row.set(lane, cell.row);
    h00.set(lane, cell.h00);
    h10.set(lane, cell.h10);
    h01.set(lane, cell.h01);
    h11.set(lane, cell.h11);
  }

 private:
  Place at(const Lanes& u, const Lanes& v, CellSurface surface) const {
    return {u, v, point_of_cell(surface, h00, h10, h01, h11, u, v).height};
  }
};

// Collects the statistics that a job asks for.
class RockStatistics {
 public:
  explicit RockStatistics(const BatchJob& job)
      : job_(job), rocks_(job.observation ? job.observation->statistics : nullptr) {
    if (!job.observation) return;
    const CellCorners nowhere = {0, 0, 1, 1, kNowhere, kNowhere, 0, 0, 0, 0};
    for (int lane = 0; lane < kLaneCount; ++lane) {
      cell_.set(lane, nowhere);
      memory_[lane] = {};
    }
  }

  bool wanted() const { return rocks_ != nullptr; }

  // The statistics of a rock that comes into a lane, and of one that leaves it.
  void load(int lane, uint32_t rock) {
    for_each_member(sums_, rocks_[rock], [lane](Lanes& sum, double& x) { sum.set(lane, x); });
  }
  void store(int lane, uint32_t rock) {
    for_each_member(sums_, rocks_[rock], [lane](Lanes& sum, double& x) { x = sum[lane]; });
  }

  // Add a step of the given lanes. @param distance  horizontal
  void add(const LaneMask& moved, const Lanes quantity[RF_QUANTITY_COUNT], double time_step, const Lanes& distance) {
    add_to_statistics(sums_, quantity, all_lanes(time_step), distance,
                      [&moved](Lanes& sum, const Lanes& value) { sum = select(moved, value, sum); });
  }

  // Of the given lanes; any value for the others.
  Lanes heights_above_ground(const VectorOf<Lanes>& position, const LaneMask& needed) {
    const CellLanes::Place place = job_.on_height_field ? cell_.in_height_field(position[0], position[1], job_.surface)
                                                        : cell_.in_grid(position[0], position[1]);
    const LaneMask inside = (place.u >= 0.0) & (place.u < 1.0) & (place.v >= 0.0) & (place.v < 1.0);
    Lanes height = position[2] - place.height;
    const LaneMask outside = needed & ~inside;
    if (none_set(outside)) return height;
    for_each_bit(lane_bits(outside), [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      const double at[3] = {position[0][lane], position[1][lane], position[2][lane]};
      height.set(lane, height_in_new_cell(lane, at));
    });
    return height;
  }

 private:
  double height_in_new_cell(int lane, const double position[3]) {
    CellCorners cell;
    if (job_.core.cell(job_.scene->terrain, position[0], position[1], cell)) cell_.set(lane, cell);
    return job_.core.height_above_ground(job_.scene->terrain, position, memory_[lane]);
  }

  static constexpr double kNowhere = 1e300;  // column and row of no position

  const BatchJob& job_;
  rf_rock_statistics* const rocks_;  // null: not wanted
  StatisticsLanes sums_;
  CellLanes cell_;  // set where there is an observation, as the following
  SurfaceMemory memory_[kLaneCount];
};

}  // namespace
}  // namespace rockfall
