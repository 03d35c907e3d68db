// What the terrains made of cells have in common.
#pragma once

#include <cmath>
#include <cstdint>

#include "numerics/minmax.h"
#include "numerics/real.h"

namespace rockfall {

/// Height of the upper plane of a rectangle without ground.
inline constexpr double kNoGround = -1e300;

/// Integer part of u, clamped to [0, last].
inline uint32_t clamp_index(double u, uint32_t last) {
  if (!(u > 0)) return 0;
  if (u >= last) return last;
  return static_cast<uint32_t>(u);
}

/// The cell along one axis, and the place in it, 0 to 1. The last node belongs to the last cell.
/// @param u  position in cells from the first node, >= 0; by rounding it can be beyond the last one
inline double place_in_cell(double u, uint32_t nodes, uint32_t& cell) {
  u = smaller_of(u, nodes - 1.0);
  cell = static_cast<uint32_t>(u);
  if (cell > nodes - 2) cell = nodes - 2;
  return u - cell;
}

/// Nodes of a grid, first and last along both axes.
struct Nodes {
  uint32_t column_first, column_last, row_first, row_last;

  double count() const { return (column_last - column_first + 1.0) * (row_last - row_first + 1.0); }
};

/// The nodes of all cells that a rectangle touches, whose edges are u0 to u1 cells and v0 to v1 cells away from the
/// first node; false if it lies outside. `covered`: it lies entirely inside.
inline bool nodes_of_cells(double u0, double u1, double v0, double v1, uint32_t columns, uint32_t rows, Nodes& nodes,
                           bool& covered) {
  constexpr double kMargin = 1e-9;  // covers the rounding of the quotients
  u0 -= kMargin, u1 += kMargin, v0 -= kMargin, v1 += kMargin;
  const uint32_t last_column = columns - 1, last_row = rows - 1;
  // Most often nothing is clamped.
  if (u0 >= 0 && v0 >= 0 && u0 <= u1 && v0 <= v1 && u1 < last_column && v1 < last_row) {
    covered = true;
    nodes = {static_cast<uint32_t>(u0), static_cast<uint32_t>(u1) + 1, static_cast<uint32_t>(v0),
             static_cast<uint32_t>(v1) + 1};
    return true;
  }
  if (!(u1 >= 0 && v1 >= 0 && u0 <= last_column && v0 <= last_row)) return false;
  nodes.column_first = clamp_index(u0, last_column - 1);
  nodes.column_last = clamp_index(u1, last_column - 1) + 1;
  nodes.row_first = clamp_index(v0, last_row - 1);
  nodes.row_last = clamp_index(v1, last_row - 1) + 1;
  covered = u0 >= 0 && v0 >= 0 && u1 <= last_column && v1 <= last_row;
  return true;
}

/// True where there is certainly no integer in [u0, u1], whose ends may have rounding errors. Without division.
template <class Condition, class Real>
Condition between_nodes(const Real& u0, const Real& u1) {
  constexpr double kMargin = 1e-9, kLargest = 1e9;
  const Condition above = u0 > 0.0, below = u1 < kLargest, ordered = u0 <= u1, known = above & below & ordered;
  const Real cell = whole_part(select(known, u0, constant_like(u0, 0.0)));
  const Real margin = kMargin * (1.0 + u1);
  const Condition after = u0 > cell + margin, before = u1 < cell + 1.0 - margin;
  return known & after & before;
}

/// Slopes of a plane.
struct PlaneSlopes {
  double x, y;
};

/// Slopes of an upper plane over a rectangle of width by depth, from the heights of its corners: means of opposite
/// edges, 0 where there are holes. A bound holds for any slopes; these make it tight. `height` gives that of a node.
template <class Height>
PlaneSlopes slopes_of_corners(const Nodes& nodes, double width, double depth, const Height& height) {
  const double a = height(nodes.column_first, nodes.row_first), b = height(nodes.column_last, nodes.row_first);
  const double c = height(nodes.column_first, nodes.row_last), d = height(nodes.column_last, nodes.row_last);
  const PlaneSlopes slopes = {((b - a) + (d - c)) / (2 * width), ((c - a) + (d - b)) / (2 * depth)};
  return std::isfinite(slopes.x) && std::isfinite(slopes.y) ? slopes : PlaneSlopes{0, 0};
}

/// A plane by its height at a point and its slopes.
struct SlopedPlane {
  double x, y, height;
  double slope_x, slope_y;
};

/// Limit of the nodes that are searched for an upper plane.
inline constexpr double kMaxBoundedNodes = 1 << 18;

/// The same for height fields, whose samples are read one at a time.
inline constexpr double kMaxBoundedSamples = 1 << 17;

/// The same for the coarse cells of an rf_terrain_bounds: more of them take longer than to sample the vertices of a
/// rock.
inline constexpr double kMaxCoarseCells = 1 << 14;

/// Smallest n such that every n-th column and row together have at most about `most` nodes.
inline double whole_stride(double columns, double rows, double most) {
  if (columns * rows <= most) return 1;
  return std::ceil(larger_of(larger_of(columns, rows) / most, std::sqrt(columns * rows / most)));
}

/// The same for the indices of a grid; the largest one for NaN.
inline uint32_t search_stride(double columns, double rows, double most) {
  return static_cast<uint32_t>(smaller_of(65536.0, whole_stride(columns, rows, most)));
}

/// The first multiple of a stride that is not below an index.
inline uint32_t first_multiple(uint32_t index, uint32_t stride) { return (index + stride - 1) / stride * stride; }

/// Bilinear interpolation in a cell, of the height or another number. @param u, v  position inside the cell, 0 to 1
template <class Real>
Real interpolated(const Real& h00, const Real& h10, const Real& h01, const Real& h11, const Real& u, const Real& v) {
  return h00 * (1.0 - u) * (1.0 - v) + h10 * u * (1.0 - v) + h01 * (1.0 - u) * v + h11 * u * v;
}

/// Rises per cell along u and v.
template <class Real>
struct RisesOfCell {
  Real u, v;
};

/// Rises of a bilinear cell. @param u, v  position inside the cell, 0 to 1
template <class Real>
RisesOfCell<Real> bilinear_rises(const Real& h00, const Real& h10, const Real& h01, const Real& h11, const Real& u,
                                 const Real& v) {
  return {(h10 - h00) * (1.0 - v) + (h11 - h01) * v, (h01 - h00) * (1.0 - u) + (h11 - h10) * u};
}

/// Surface of a cell between its corners: bilinear, or two triangles whose common edge runs from the low corner (0, 0)
/// to (1, 1), or from (1, 0) to (0, 1).
enum class CellSurface { bilinear, diagonal_from_low, diagonal_to_low };

/// Height at a point of a cell, and the rises per cell along u and v.
template <class Real>
struct PointOfCell {
  Real height, rise_u, rise_v;
};

/// @param u, v  position inside the cell, 0 to 1
template <class Real>
PointOfCell<Real> point_of_cell(CellSurface surface, const Real& h00, const Real& h10, const Real& h01, const Real& h11,
                                const Real& u, const Real& v) {
  if (surface == CellSurface::bilinear) {
    const RisesOfCell<Real> rises = bilinear_rises(h00, h10, h01, h11, u, v);
    return {interpolated(h00, h10, h01, h11, u, v), rises.u, rises.v};
  }
  if (surface == CellSurface::diagonal_from_low) {
    const auto right = u >= v;
    const Real rise_u = select(right, h10 - h00, h11 - h01), rise_v = select(right, h11 - h10, h01 - h00);
    return {h00 + rise_u * u + rise_v * v, rise_u, rise_v};
  }
  const auto low = u + v <= 1.0;
  const Real rise_u = select(low, h10 - h00, h11 - h01), rise_v = select(low, h01 - h00, h11 - h10);
  return {select(low, h00 + rise_u * u + rise_v * v, h11 - rise_u * (1.0 - u) - rise_v * (1.0 - v)), rise_u, rise_v};
}

/// True for a node at height z that is above the line through opposite neighbours in one of four directions. `height`
/// gives the height of a node. False for a node that is flat up to rounding: the rock's vertices detect contact there.
template <class Layout, class Height>
bool is_convex_node(const Layout& grid, uint32_t column, uint32_t row, double z, const Height& height) {
  const bool inner_x = column > 0 && column + 1 < grid.columns, inner_y = row > 0 && row + 1 < grid.rows;
  const double flat = 2e-6 * (grid.cell_x < grid.cell_y ? grid.cell_x : grid.cell_y);
  const double twice = 2 * z - flat;
  if (inner_x && twice > height(column - 1, row) + height(column + 1, row)) return true;
  if (inner_y && twice > height(column, row - 1) + height(column, row + 1)) return true;
  return inner_x && inner_y &&
         (twice > height(column - 1, row - 1) + height(column + 1, row + 1) ||
          twice > height(column - 1, row + 1) + height(column + 1, row - 1));
}

}  // namespace rockfall
