// Planes above the ground of small rectangles of a grid, one rectangle in each SIMD lane. Part of step/run_lanes.h:
// everything has internal linkage.
#pragma once

#include "numerics/lanes.h"
#include "terrain/grid.h"

namespace rockfall {
namespace {

struct RectangleLanes {
  Lanes x_min, y_min, x_max, y_max;

  rf_rectangle operator[](int lane) const { return {x_min[lane], y_min[lane], x_max[lane], y_max[lane]}; }
};

// A plane by its slopes and its height at the centre of a rectangle.
struct PlaneLanes {
  LaneMask known;
  Lanes height, slope_x, slope_y;
  Lanes slope_spread;  // 0 on a grid

  void clear() {
    known = no_lanes();
    height = slope_x = slope_y = slope_spread = all_lanes(0.0);
  }
  void set(int lane, const rf_upper_plane& plane) {
    known.set(lane, true);
    height.set(lane, plane.height);
    slope_x.set(lane, plane.slope_x);
    slope_y.set(lane, plane.slope_y);
    slope_spread.set(lane, plane.slope_spread);
  }
};

// A square of up to two by two cells, and the part of it that a rectangle covers.
struct CellBlockLanes {
  Lanes column, row;     // of the first node
  Lanes u0, u1, v0, v1;  // edges of the rectangle, in cells from the first node
  Lanes height[3][3];    // of the nodes, by rows
};

// The nodes of the given lanes, whose first cells are inside the grid; any nodes for the others. Beyond the last column
// and row the last nodes are repeated.
template <class Number>
inline void load_nodes(const Number* heights, const GridView& grid, const LaneMask& lanes, CellBlockLanes& block) {
  const Lanes zero = all_lanes(0.0), row_length = all_lanes(grid.columns);
  block.column = whole_part(select(lanes, block.u0, zero));
  block.row = whole_part(select(lanes, block.v0, zero));
  const Lanes first = block.row * row_length + block.column, one = all_lanes(1.0),
              right = smaller_of(one, all_lanes(grid.columns - 2.0) - block.column),
              up = smaller_of(one, all_lanes(grid.rows - 2.0) - block.row) * row_length;
  for (int i = 0; i < kPacks; ++i) {
    const Pack rows[3] = {pack_of(first, i), pack_of(first + row_length, i), pack_of(first + row_length + up, i)};
    for (int k = 0; k < 3; ++k) {
      const PackPair near = gathered_pairs(heights, rows[k]),
                     far = gathered_pairs(heights, rows[k] + pack_of(right, i));
      set_pack(block.height[k][0], i, near.first);
      set_pack(block.height[k][1], i, near.second);
      set_pack(block.height[k][2], i, far.second);
    }
  }
}

// Heights along a line of three nodes: at the first edge of the rectangle, at the middle node, at the last edge. Where
// the last edge comes before the middle node, it takes the place of the middle.
struct LineLanes {
  Lanes first, middle, last;
};

inline LineLanes cut_line(const Lanes& a, const Lanes& b, const Lanes& c, const Lanes& from, const Lanes& to) {
  const LaneMask beyond = to > 1.0;
  const Lanes middle = a + select(beyond, all_lanes(1.0), to) * (b - a);
  return {a + from * (b - a), middle, select(beyond, b + (to - 1.0) * (c - b), middle)};
}

// The plane whose slopes are the mean ones of the edges. Surface minus plane is bilinear in the part of the rectangle
// that is in a cell: its maximum is at a corner of such a part.
inline PlaneLanes plane_over(const GridView& grid, const CellBlockLanes& block) {
  const Lanes &u0 = block.u0, &u1 = block.u1, &v0 = block.v0, &v1 = block.v1;
  LineLanes column[3];
  Lanes sum = all_lanes(0.0);
  for (int k = 0; k < 3; ++k) {
    column[k] = cut_line(block.height[0][k], block.height[1][k], block.height[2][k], v0, v1);
    for (int i = 0; i < 3; ++i) sum = sum + absolute(block.height[i][k]);
  }
  const LineLanes bottom = cut_line(column[0].first, column[1].first, column[2].first, u0, u1),
                  centre = cut_line(column[0].middle, column[1].middle, column[2].middle, u0, u1),
                  top = cut_line(column[0].last, column[1].last, column[2].last, u0, u1);
  const Lanes rise_u = 0.5 * ((bottom.last - bottom.first) + (top.last - top.first)) / (u1 - u0),
              rise_v = 0.5 * ((top.first - bottom.first) + (top.last - bottom.last)) / (v1 - v0);
  const Lanes one = all_lanes(1.0), middle_u = select(u1 > 1.0, one, u1), middle_v = select(v1 > 1.0, one, v1);
  // What the plane rises from the points to its centre.
  const Lanes end_u = rise_u * (0.5 * (u1 - u0)), to_u = rise_u * (0.5 * (u0 + u1) - middle_u);
  const Lanes end_v = rise_v * (0.5 * (v1 - v0)), to_v = rise_v * (0.5 * (v0 + v1) - middle_v);
  const auto highest = [&](const LineLanes& line) {
    return larger_of(larger_of(line.first + end_u, line.last - end_u), line.middle + to_u);
  };
  const Lanes height = larger_of(larger_of(highest(bottom) + end_v, highest(top) - end_v), highest(centre) + to_v);
  const Lanes rounding = 1e-12 * (1.0 + sum) * ((1.0 + block.column) + block.row);
  return {is_finite(sum), height + rounding, rise_u * grid.per_x, rise_v * grid.per_y, all_lanes(0.0)};
}

// Planes for the given lanes, as GridTerrain::bound() finds them. Known for rectangles that are inside the grid, touch
// at most two by two cells, and have no hole near.
inline PlaneLanes upper_planes(const GridView& grid, const RectangleLanes& area, const LaneMask& lanes) {
  constexpr double kMargin = 1e-9;  // covers the rounding of the quotients
  CellBlockLanes block;
  block.u0 = (area.x_min - grid.x0) * grid.per_x, block.u1 = (area.x_max - grid.x0) * grid.per_x;
  block.v0 = (area.y_min - grid.y0) * grid.per_y, block.v1 = (area.y_max - grid.y0) * grid.per_y;
  const LaneMask inside = lanes & (block.u0 >= kMargin) & (block.v0 >= kMargin) & (block.u0 < block.u1) &
                          (block.v0 < block.v1) & (block.u1 <= grid.columns - 1 - kMargin) &
                          (block.v1 <= grid.rows - 1 - kMargin);
  if (grid.heights_f32) {
    load_nodes(grid.heights_f32, grid, inside, block);
  } else {
    load_nodes(grid.heights_f64, grid, inside, block);
  }
  block.u0 = block.u0 - block.column, block.u1 = block.u1 - block.column;
  block.v0 = block.v0 - block.row, block.v1 = block.v1 - block.row;
  PlaneLanes plane = plane_over(grid, block);
  plane.known = plane.known & inside & (block.u1 <= 2.0) & (block.v1 <= 2.0);
  return plane;
}

}  // namespace
}  // namespace rockfall
