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
  HeightLanes(const BatchJob& job, bool wanted) : in_cells_(job.grid || job.on_height_field) {
    if (!wanted) return;
    if (in_cells_) {
      const Lanes zero = all_lanes(0.0), one = all_lanes(1.0), nowhere = all_lanes(kNowhere);
      below_.cell = {zero, zero, one, one, nowhere, nowhere, zero, zero, zero, zero};
    } else {
      for (SurfaceMemory& memory : below_.memory) memory = {};
    }
  }

  // Heights above the ground in the given lanes; any value in the others.
  Lanes above_ground(const BatchJob& job, const VectorOf<Lanes>& position, const LaneMask& needed) {
    if (!in_cells_) return one_by_one(job, position, needed, all_lanes(0.0));
    const CellLanes& cell = below_.cell;
    const CellLanes::Place place = job.on_height_field ? cell.in_height_field(position[0], position[1], job.surface)
                                                       : cell.in_grid(position[0], position[1]);
    const LaneMask inside = (place.u >= 0.0) & (place.u < 1.0) & (place.v >= 0.0) & (place.v < 1.0);
    const LaneMask outside = needed & ~inside;
    const Lanes height = position[2] - place.height;
    return none_set(outside) ? height : one_by_one(job, position, outside, height);
  }

 private:
  // @param others  heights in the other lanes
  Lanes one_by_one(const BatchJob& job, const VectorOf<Lanes>& position, const LaneMask& needed, const Lanes& others) {
    Lanes height = others;
    for_each_bit(lane_bits(needed), [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      const double at[3] = {position[0][lane], position[1][lane], position[2][lane]};
      height.set(lane, in_cells_ ? height_in_new_cell(job, lane, at)
                                 : job.core.height_above_ground(job.scene->terrain, at, below_.memory[lane]));
    });
    return height;
  }

  double height_in_new_cell(const BatchJob& job, int lane, const double position[3]) {
    CellCorners cell;
    if (job.core.cell(job.scene->terrain, position[0], position[1], cell)) below_.cell.set(lane, cell);
    SurfaceMemory memory = {};
    return job.core.height_above_ground(job.scene->terrain, position, memory);
  }

  static constexpr double kNowhere = 1e300;  // column and row of no position

  // Set where heights are wanted.
  union Below {
    Below() {}
    CellLanes cell;                    // on a grid or height field
    SurfaceMemory memory[kLaneCount];  // elsewhere
  };
  const bool in_cells_;
  Below below_;
};

}  // namespace
}  // namespace rockfall
