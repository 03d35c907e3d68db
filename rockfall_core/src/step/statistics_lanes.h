// Statistics of rocks in SIMD lanes, and the cell of the grid below each. Included by step/batch_lanes.h; everything
// has internal linkage.
#pragma once

#include <rockfall/observe.h>

#include "numerics/lanes.h"
#include "terrain/grid.h"

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
  Lanes x0, y0, per_x, per_y;
  Lanes column, row;
  Lanes h00, h10, h01, h11;

  Lanes u(const Lanes& x) const { return (x - x0) * per_x - column; }
  Lanes v(const Lanes& y) const { return (y - y0) * per_y - row; }
  void set(int lane, const CellCorners& cell) {
    x0.set(lane, cell.x0);
    y0.set(lane, cell.y0);
    per_x.set(lane, cell.per_x);
    per_y.set(lane, cell.per_y);
    column.set(lane, cell.column);
    row.set(lane, cell.row);
    h00.set(lane, cell.h00);
    h10.set(lane, cell.h10);
    h01.set(lane, cell.h01);
    h11.set(lane, cell.h11);
  }
};

}  // namespace
}  // namespace rockfall
