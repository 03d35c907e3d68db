// The nodes of a grid that are higher than a plane and in a ball.
#pragma once

#include <cstddef>
#include <cstdint>

#include "contact/vertex_kernels.h"
#include "numerics/linear.h"
#include "terrain/cells.h"
#include "terrain/grid.h"

namespace rockfall {

/// Mean number of nodes in rectangles of this size.
inline double mean_nodes(const GridTerrain& grid, const rf_rectangle& area) {
  const GridView& view = grid.view();
  return (area.x_max - area.x_min) * view.per_x * ((area.y_max - area.y_min) * view.per_y);
}

/// A ball that contains all nodes that are searched; everywhere if `square` is kEverywhere.
struct NodeBall {
  Vec3 centre;
  double square;  // of the radius
};
constexpr double kEverywhere = 1e300;

/// Call visit(column, row, x, y, z) for the nodes of a rectangle that are higher than a plane and in a ball, until it
/// returns false.
template <class Visit>
void visit_high_nodes(const GridTerrain& grid, const rf_rectangle& area, const SlopedPlane& plane, const NodeBall& ball,
                      const VertexKernels& kernels, Visit visit) {
  constexpr uint32_t kMost = 64;  // of a NodeRow
  Nodes nodes;
  if (!grid.nodes_inside(area, nodes)) return;
  const GridView& view = grid.view();
  NodeRow row;
  row.cell = grid.node_x(1) - grid.node_x(0);
  row.rise = plane.slope_x * row.cell;
  row.centre = ball.centre[2];
  for (uint32_t r = nodes.row_first; r <= nodes.row_last; ++r) {
    const double y = grid.node_y(r), of_row = plane.height + plane.slope_y * (y - plane.y), beside = y - ball.centre[1];
    row.square = ball.square - beside * beside;
    if (!(row.square > 0)) continue;
    for (uint32_t first = nodes.column_first; first <= nodes.column_last; first += kMost) {
      const uint32_t left = nodes.column_last - first + 1;
      row.first = static_cast<size_t>(r) * view.columns + first;
      row.count = left < kMost ? left : kMost;
      row.height = of_row + plane.slope_x * (grid.node_x(first) - plane.x);
      row.x = grid.node_x(first) - ball.centre[0];
      for (uint64_t bits = kernels.find_high_nodes(view, row); bits != 0; bits &= bits - 1) {
        const uint32_t c = first + static_cast<uint32_t>(__builtin_ctzll(bits));
        if (!visit(c, r, grid.node_x(c), y, grid.height(c, r))) return;
      }
    }
  }
}

}  // namespace rockfall
