// Terrain vertices of relief: the order in which they are searched, and a search of stored relief over a grid that
// computes no heights around nodes that are not wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "terrain/cells.h"
#include "terrain/grid.h"
#include "terrain/relief_cell.h"
#include "terrain/roughness.h"

namespace rockfall {

/// Nodes of a tile, the unit of work of the search for terrain vertices, along each side.
constexpr int kTile = 6;

/// Distance of the tiles that are searched in a rectangle, in tiles.
int64_t tile_stride(const rf_roughness& roughness, const rf_rectangle& area);

/// Call visit(column, row, width, depth) for the nodes of each tile, until it returns false. Returns false then.
template <class Visit>
bool visit_tiles(const Relief::Range& columns, const Relief::Range& rows, int64_t stride, Visit visit) {
  const auto side = [](int64_t first, int64_t last) {
    return static_cast<int>(last - first < kTile ? last - first + 1 : kTile);
  };
  for (int64_t row = rows.first; row <= rows.last; row += stride * kTile) {
    for (int64_t column = columns.first; column <= columns.last; column += stride * kTile) {
      if (!visit(column, row, side(column, columns.last), side(row, rows.last))) return false;
    }
  }
  return true;
}

/// Heights of the surface at stored nodes of a relief over a grid.
class StoredNodes {
 public:
  StoredNodes(const GridTerrain& base, const ReliefView& relief) : base_(base), relief_(relief) {}

  double place(int64_t index) const { return static_cast<double>(index) * relief_.spacing; }

  /// NaN where there is no ground.
  double height(int64_t column, int64_t row) const {
    double z;
    if (!base_.height_at(place(column), place(row), z)) return std::numeric_limits<double>::quiet_NaN();
    const auto i = static_cast<size_t>(column - static_cast<int64_t>(relief_.first_column)),
               j = static_cast<size_t>(row - static_cast<int64_t>(relief_.first_row));
    return z + limited_height(relief_.heights[j * static_cast<size_t>(relief_.columns) + i], relief_.highest);
  }

  /// True for a node at height z that is a terrain vertex. The nodes around it are stored.
  bool is_terrain_vertex(int64_t column, int64_t row, double z) const {
    const struct {
      uint32_t columns, rows;
      double cell_x, cell_y;
    } around = {3, 3, relief_.spacing, relief_.spacing};
    return is_convex_node(around, 1, 1, z, [&](uint32_t c, uint32_t r) { return height(column - 1 + c, row - 1 + r); });
  }

 private:
  const GridTerrain& base_;
  const ReliefView& relief_;
};

/// Call visit(x, y, z) for the terrain vertices of a rectangle that are wanted, in the order of rough_vertices(), until
/// it returns false. All nodes in the rectangle and around it are stored.
/// @param most    vertices that one call of rough_vertices() may find
/// @param wanted  (x, y, z) -> bool
/// @return  false if one call might not find all of them: nothing has been visited
template <class Wanted, class Visit>
bool visit_stored_vertices(const rf_roughness& roughness, const ReliefView& view, const GridTerrain& base,
                           const rf_rectangle& area, double most, Wanted wanted, Visit visit) {
  const Relief relief(roughness);
  Relief::Range columns, rows;
  if (!relief.nodes_inside(area.x_min, area.x_max, columns)) return false;
  if (!relief.nodes_inside(area.y_min, area.y_max, rows)) return false;
  Nodes of_base;
  const double own = static_cast<double>(columns.last - columns.first + 1) *
                     static_cast<double>(rows.last - rows.first + 1),
               others = base.nodes_inside(area, of_base) ? of_base.count() : 0;
  if (!(own + others < most && tile_stride(roughness, area) == 1 && base.stride_of_callback(area) == 1)) return false;
  const StoredNodes nodes(base, view);
  const auto use_node = [&](int64_t column, int64_t row) {
    const double x = nodes.place(column), y = nodes.place(row), z = nodes.height(column, row);
    return !wanted(x, y, z) || !nodes.is_terrain_vertex(column, row, z) || visit(x, y, z);
  };
  const bool wants_more = visit_tiles(columns, rows, 1, [&](int64_t column, int64_t row, int width, int depth) {
    for (int r = 0; r < depth; ++r) {
      for (int c = 0; c < width; ++c) {
        if (!use_node(column + c, row + r)) return false;
      }
    }
    return true;
  });
  ReliefCell cell = {};
  if (wants_more && others > 0) {
    base.visit_terrain_vertices(area, 1, [&](double x, double y, double z) {
      if (relief.has_node_at(x, y)) return true;
      const double raised = z + relief.height_at(x, y, cell);
      return !wanted(x, y, raised) || visit(x, y, raised);
    });
  }
  return true;
}

}  // namespace rockfall
