// Heights of rocks in SIMD lanes above the ground vertically below them. Part of step/run_lanes.h: everything has
// internal linkage.
#pragma once

#include "numerics/lanes.h"
#include "numerics/vector_of.h"
#include "step/batch.h"
#include "terrain/cells.h"
#include "terrain/grid_cell.h"
#include "terrain/surface_memory.h"

namespace rockfall {
namespace {

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

// Remembers the cell below each rock.
class HeightLanes {
 public:
  // @param wanted  false if no height is needed
  explicit HeightLanes(bool wanted) {
    if (!wanted) return;
    const CellCorners nowhere = {0, 0, 1, 1, kNowhere, kNowhere, 0, 0, 0, 0};
    for (int lane = 0; lane < kLaneCount; ++lane) {
      cell_.set(lane, nowhere);
      memory_[lane] = {};
    }
  }

  // Heights above the ground in the given lanes; any value in the others.
  Lanes above_ground(const BatchJob& job, const VectorOf<Lanes>& position, const LaneMask& needed) {
    const CellLanes::Place place = job.on_height_field ? cell_.in_height_field(position[0], position[1], job.surface)
                                                       : cell_.in_grid(position[0], position[1]);
    const LaneMask inside = (place.u >= 0.0) & (place.u < 1.0) & (place.v >= 0.0) & (place.v < 1.0);
    Lanes height = position[2] - place.height;
    const LaneMask outside = needed & ~inside;
    if (none_set(outside)) return height;
    for_each_bit(lane_bits(outside), [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      const double at[3] = {position[0][lane], position[1][lane], position[2][lane]};
      height.set(lane, height_in_new_cell(job, lane, at));
    });
    return height;
  }

 private:
  double height_in_new_cell(const BatchJob& job, int lane, const double position[3]) {
    CellCorners cell;
    if (job.core.cell(job.scene->terrain, position[0], position[1], cell)) cell_.set(lane, cell);
    return job.core.height_above_ground(job.scene->terrain, position, memory_[lane]);
  }

  static constexpr double kNowhere = 1e300;  // column and row of no position

  CellLanes cell_;  // set where heights are wanted, as the following
  SurfaceMemory memory_[kLaneCount];
};

}  // namespace
}  // namespace rockfall
