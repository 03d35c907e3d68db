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
    const CellLanes::Place place = place_of(job, position);
    const LaneMask inside = (place.u >= 0.0) & (place.u < 1.0) & (place.v >= 0.0) & (place.v < 1.0);
    const LaneMask outside = needed & ~inside;
    if (none_set(outside)) return position[2] - place.height;
    const LaneMask unknown = outside & ~enter_cells(job, position, outside);
    const Lanes height = position[2] - place_of(job, position).height;
    return none_set(unknown) ? height : one_by_one(job, position, unknown, height);
  }

 private:
  CellLanes::Place place_of(const BatchJob& job, const VectorOf<Lanes>& position) const {
    return job.on_height_field ? below_.cell.in_height_field(position[0], position[1], job.surface)
                               : below_.cell.in_grid(position[0], position[1]);
  }

  // Remember the cells below the given lanes. Returns the lanes where there is one.
  LaneMask enter_cells(const BatchJob& job, const VectorOf<Lanes>& position, const LaneMask& lanes) {
    LaneMask entered = no_lanes();
    for_each_bit(lane_bits(lanes), [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      CellCorners cell;
      if (!job.core.cell(job.scene->terrain, position[0][lane], position[1][lane], cell)) return;
      below_.cell.set(lane, cell);
      entered.set(lane, true);
    });
    return entered;
  }

  // @param others  heights in the other lanes
  Lanes one_by_one(const BatchJob& job, const VectorOf<Lanes>& position, const LaneMask& needed, const Lanes& others) {
    Lanes height = others;
    SurfaceMemory none = {};  // cells are remembered by enter_cells()
    for_each_bit(lane_bits(needed), [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      const double at[3] = {position[0][lane], position[1][lane], position[2][lane]};
      SurfaceMemory& memory = in_cells_ ? none : below_.memory[lane];
      height.set(lane, job.core.height_above_ground(job.scene->terrain, at, memory));
    });
    return height;
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
