// The ground below several vertices, one in each SIMD lane. Everything has internal linkage.
#pragma once

#include "numerics/lanes.h"
#include "numerics/vector_of.h"
#include "terrain/grid.h"
#include "terrain/relief_cell.h"

namespace rockfall {
namespace {

// Cells of a grid, and the heights of their corners.
struct CellPack {
  Pack h00, h10, h01, h11;
  Pack eta, xi;  // position inside the cell
};

// @param cells_x, cells_y  numbers of cells from the first node, inside the grid
template <class Number>
inline CellPack cells_at(const GridView& grid, const Number* heights, const Pack& cells_x, const Pack& cells_y) {
  const Pack u = smaller_of(cells_x, packed(grid.columns - 1.0)), v = smaller_of(cells_y, packed(grid.rows - 1.0));
  // The far edge belongs to the last cell, as in GridTerrain::find.
  const Pack last_column = packed(grid.columns - 2.0), last_row = packed(grid.rows - 2.0);
  const Pack column = whole_part(select(u < last_column, u, last_column)),
             row = whole_part(select(v < last_row, v, last_row)), node = row * grid.columns + column;
  const PackPair near = gathered_pairs(heights, node), far = gathered_pairs(heights + grid.columns, node);
  return {near.first, near.second, far.first, far.second, u - column, v - row};
}

// Vertices over a grid, and the ground below them.
struct GroundPack {
  Pack offset[3], place[3];  // from S and I
  Pack height;
  Pack normal[3];
  PackMask over_ground, not_above;
};

// The ground below vertices of one rock or of several.
// @param arm       r_SP in K
// @param position  of S, I: one number, or one for each lane
// @param rotation  A_IK by columns, likewise
template <class Number>
inline GroundPack ground_below(const Pack arm[3], const Number position[3], const Number rotation[9],
                               const GridView& grid) {
  const Number* const a = rotation;
  GroundPack below;
  for (int k = 0; k < 3; ++k) {
    below.offset[k] = a[k] * arm[0] + (a[3 + k] * arm[1] + a[6 + k] * arm[2]);
    below.place[k] = position[k] + below.offset[k];
  }
  const Pack &x = below.place[0], &y = below.place[1], &z = below.place[2], zero = packed(0.0);
  const PackMask inside = (x >= grid.x0) & (y >= grid.y0) & (x <= grid.x_max) & (y <= grid.y_max);
  const Pack u = select(inside, (x - grid.x0) * grid.per_x, zero), v = select(inside, (y - grid.y0) * grid.per_y, zero);
  const CellPack c = grid.heights_f32 ? cells_at(grid, grid.heights_f32, u, v) : cells_at(grid, grid.heights_f64, u, v);
  below.height = interpolated(c.h00, c.h10, c.h01, c.h11, c.eta, c.xi);
  write_surface_normal(c.h00, c.h10, c.h01, c.h11, c.eta, c.xi, grid.per_x, grid.per_y, below.normal);
  below.over_ground = inside & is_finite(below.height);
  below.not_above = below.over_ground & ~(z - below.height > 0.0);
  return below;
}

// The cells of a relief below positions, which must be over its stored nodes.
inline ReliefCorners<Pack> relief_corners(const ReliefView& relief, const Pack& x, const Pack& y) {
  const auto find = [&](const Pack& at, double first, double count, Pack& fraction) {
    const Pack u = at / relief.spacing, from_first = u - first, last = packed(count - 2);
    const PackMask valid = from_first >= 0.0;
    Pack index = whole_part(select(valid, smaller_of(from_first, last), packed(0.0)));
    fraction = u - (index + first);
    // The difference to the first node may be rounded across a node.
    const PackMask before = (fraction < 0.0) & (index > 0.0), after = (fraction >= 1.0) & (index < last);
    index = select(before, index - 1.0, select(after, index + 1.0, index));
    fraction = u - (index + first);
    return index;
  };
  ReliefCorners<Pack> corners;
  const Pack column = find(x, relief.first_column, relief.columns, corners.eta),
             row = find(y, relief.first_row, relief.rows, corners.xi), node = row * relief.columns + column;
  const PackPair near = gathered_pairs(relief.heights, node),
                 far = gathered_pairs(relief.heights + static_cast<size_t>(relief.columns), node);
  corners.h00 = limited_height(near.first, relief.highest);
  corners.h10 = limited_height(near.second, relief.highest);
  corners.h01 = limited_height(far.first, relief.highest);
  corners.h11 = limited_height(far.second, relief.highest);
  return corners;
}

// raise_surface() of terrain/roughness.h for vertices over a grid.
inline void raise_ground(const ReliefView& relief, GroundPack& below) {
  const ReliefCorners<Pack> corners = relief_corners(relief, below.place[0], below.place[1]);
  const RisesOfCell<Pack> rises = relief_rises(corners);
  below.height = below.height + relief_height(corners);
  add_slopes<Pack>(rises.u / relief.spacing, rises.v / relief.spacing, below.normal);
  below.not_above = below.over_ground & ~(below.place[2] - below.height > 0.0);
}

// Poses of the rocks in lanes, one for each vertex.
struct PosePack {
  Pack position[3];  // of S, I
  Pack rotation[9];  // A_IK by columns

  // @param rotation_rows  A_IK by rows
  // @param lane           of each vertex
  PosePack(const VectorOf<Lanes>& positions, const Lanes* rotation_rows, const uint32_t* lane) {
    for (int k = 0; k < 3; ++k) {
      position[k] = chosen(positions[k], lane);
      for (int row = 0; row < 3; ++row) rotation[3 * k + row] = chosen(rotation_rows[3 * row + k], lane);
    }
  }
};

}  // namespace
}  // namespace rockfall
