// The bilinear grid: interpolation, bounds and terrain vertices (Leine et al. 2014, section 3.2, eq. 7).
#pragma once

#include <rockfall/terrain.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "numerics/inline_calls.h"
#include "numerics/minmax.h"
#include "terrain/cells.h"
#include "terrain/grid_cell.h"
#include "terrain/grid_ground.h"
#include "terrain/ground_members.h"

namespace rockfall {

/// Bound of the ground inside a rectangle.
struct GroundBound {
  rf_upper_plane plane;  // at or above all ground of the rectangle
  bool known;            // false: there is no such plane
};

/// The ground below a point; `ground` is valid during the visit.
struct GroundPoint {
  double height;
  double normal[3];
  const rf_ground* ground;
};

class GridTerrain {
 public:
  explicit GridTerrain(const rf_grid& grid)
      : view_{grid.heights_f32,
              grid.heights_f64,
              grid.columns,
              grid.rows,
              grid.x0,
              grid.y0,
              grid.x0 + (grid.columns - 1) * grid.cell_x,
              grid.y0 + (grid.rows - 1) * grid.cell_y,
              1 / grid.cell_x,
              1 / grid.cell_y},
        ground_(grid) {}

  /// Search the fields once, for an object that serves many queries.
  void find_fields() { ground_.find_fields(); }

  void sample(const double* xy, uint32_t count, rf_terrain_sample* out) const {
    for (uint32_t i = 0; i < count; ++i) sample_one(xy[2 * i], xy[2 * i + 1], out[i]);
  }

  /// Call visit(i, GroundPoint) for the points (x y z x y z ...) that are not above the ground.
  template <class Visit>
  void for_each_not_above(const double* xyz, uint32_t count, Visit visit) const {
    GroundPoint point;
    rf_ground local;
    point.ground = nullptr;
    for (uint32_t i = 0; i < count; ++i) {
      GridPosition cell;
      if (!find(xyz[3 * i], xyz[3 * i + 1], cell)) continue;
      const Corners h = corners(cell);
      point.height = interpolate(h, cell);
      if (!std::isfinite(point.height) || xyz[3 * i + 2] - point.height > 0) continue;
      write_normal(h, cell, point.normal);
      // One test of the fields for all points.
      if (!point.ground) point.ground = ground_.varies() ? &local : &grid().ground;
      if (point.ground == &local) {
        local = grid().ground;
        ground_.interpolate(cell, kAllMembers, local);
      }
      visit(i, static_cast<const GroundPoint&>(point));
    }
  }

  ROCKFALL_ALWAYS_INLINE const GridView& view() const { return view_; }

  /// The ground everywhere; null if it differs from place to place.
  const rf_ground* uniform_ground() const { return ground_.varies() ? nullptr : &grid().ground; }

  /// The ground at a point over the grid, for contacts: see GridGround::at_contact().
  rf_ground contact_ground_at(double x, double y) const {
    GridPosition cell;
    if (!find(x, y, cell)) return grid().ground;
    return ground_.at_contact(cell);
  }

  /// A sample with the ground of contact_ground_at(); false where there is none.
  bool contact_sample(double x, double y, rf_terrain_sample& out) const {
    out.exists = surface_at(x, y, out.height, out.normal);
    if (out.exists) out.ground = ground_.varies() ? contact_ground_at(x, y) : grid().ground;
    return out.exists != 0;
  }

  /// Members of the ground at a point over the grid.
  void members_at(double x, double y, GroundMembers members, double* out) const {
    ground_.copy(members, out);
    GridPosition cell;
    if (find(x, y, cell)) ground_.interpolate(cell, members, out);
  }

  bool exists(double x, double y) const {
    GridPosition cell;
    if (!find(x, y, cell)) return false;
    const Corners h = corners(cell);
    return std::isfinite(h.h00 + h.h10 + h.h01 + h.h11);
  }

  /// True if there may be contact drag anywhere.
  bool has_contact_drag() const { return ground_.has_contact_drag(); }

  /// Height of the ground; false where there is none.
  bool height_at(double x, double y, double& z) const {
    GridPosition cell;
    if (!find(x, y, cell)) return false;
    z = interpolate(corners(cell), cell);
    return std::isfinite(z);
  }

  /// Height and unit normal of the ground; false where there is none.
  bool surface_at(double x, double y, double& height, double normal[3]) const {
    GridPosition cell;
    if (!find(x, y, cell)) return false;
    const Corners h = corners(cell);
    height = interpolate(h, cell);
    if (!std::isfinite(height)) return false;
    write_normal(h, cell, normal);
    return true;
  }

  /// The cell at (x, y); false outside, over holes, and in the last column and row, which have a far edge.
  bool inner_cell(double x, double y, CellCorners& out) const {
    GridPosition cell;
    if (!find(x, y, cell) || cell.column + 2 >= grid().columns || cell.row + 2 >= grid().rows) return false;
    const Corners h = corners(cell);
    out = {
        grid().x0, grid().y0, view_.per_x, view_.per_y, static_cast<double>(cell.column), static_cast<double>(cell.row),
        h.h00,     h.h10,     h.h01,       h.h11};
    return std::isfinite(h.h00 + h.h10 + h.h01 + h.h11);
  }

  /// Members of the ground at a point; false where there is no ground.
  bool ground_members(double x, double y, GroundMembers members, double* out) const {
    GridPosition cell;
    if (!find(x, y, cell) || !std::isfinite(interpolate(corners(cell), cell))) return false;
    ground_.copy(members, out);
    ground_.interpolate(cell, members, out);
    return true;
  }

  /// True if one of these members of the ground differs from place to place.
  bool ground_varies(GroundMembers members) const { return ground_.varies(members); }

  /// Signs of a member of the ground at the nodes of the cells that a rectangle touches. @param member  an
  /// rf_ground_field
  GridGround::Signs signs_of(int member, const rf_rectangle& area) const;

  /// The ground outside of all fields.
  const rf_ground& default_ground() const { return grid().ground; }

  /// An upper plane of the rectangle; slope_spread is not computed.
  GroundBound bound(const rf_rectangle& area) const;

  /// Height of the lowest ground of a rectangle; false if it is not known: over more than two cells along x or y, over
  /// holes and outside the grid.
  bool lowest_in(const rf_rectangle& area, double& z) const;

  /// rf_upper_plane::slope_spread for a plane over the rectangle.
  double slope_spread(const rf_rectangle& area, const rf_upper_plane& plane) const;

  /// Upper plane of a rectangle with its slope_spread.
  rf_upper_plane upper_plane(const rf_rectangle& area) const;

  /// Column and row of the cell that contains (x, y); false outside the grid.
  bool cell_at(double x, double y, uint32_t& column, uint32_t& row) const {
    GridPosition cell;
    if (!find(x, y, cell)) return false;
    column = cell.column;
    row = cell.row;
    return true;
  }

  /// The surface of a cell; false for a hole or outside the grid.
  bool patch(uint32_t column, uint32_t row, GridPatch& out) const;

  /// Number of nodes around a rectangle, not cut at the edge of the grid.
  double nodes_of(const rf_rectangle& area) const {
    return ((area.x_max - area.x_min) * view_.per_x + 2) * ((area.y_max - area.y_min) * view_.per_y + 2);
  }

  /// Call visit(column, row) for all cells that a rectangle touches, row by row.
  /// @param most  where there are more cells, only the first of several rows and columns are visited
  /// @return      true if some were left out
  template <class Visit>
  bool for_each_cell(const rf_rectangle& area, double most, Visit visit) const {
    GridPosition low, high;
    const auto find_nearest = [&](double x, double y, GridPosition& cell) {
      return find(clamped(x, grid().x0, view_.x_max), clamped(y, grid().y0, view_.y_max), cell);
    };
    if (!find_nearest(area.x_min, area.y_min, low) || !find_nearest(area.x_max, area.y_max, high)) return false;
    const uint32_t stride = search_stride(high.column - low.column + 1.0, high.row - low.row + 1.0, most);
    const uint32_t column_first = first_multiple(low.column, stride);
    for (uint32_t r = first_multiple(low.row, stride); r <= high.row; r += stride) {
      for (uint32_t c = column_first; c <= high.column; c += stride) {
        visit(c, r);
      }
    }
    return stride > 1;
  }

  /// Call visit(patch) for the cells that for_each_cell() visits, except holes.
  template <class Visit>
  bool for_each_patch(const rf_rectangle& area, double most, Visit visit) const {
    GridPatch cell_patch;
    return for_each_cell(area, most, [&](uint32_t column, uint32_t row) {
      if (patch(column, row, cell_patch)) visit(cell_patch);
    });
  }

  /// Distance of the nodes that are searched for terrain vertices in a rectangle: 1, but more if it spans more than
  /// `most` nodes. It does not depend on the place of the rectangle.
  uint32_t stride_over(double width, double depth, double most) const {
    return search_stride(width * view_.per_x + 1, depth * view_.per_y + 1, most);
  }
  /// The same below a rock.
  uint32_t vertex_stride(double bounding_radius, double most) const {
    return stride_over(2 * bounding_radius, 2 * bounding_radius, most);
  }
  /// The same in grid_vertices(). Above 1 that may leave out vertices, even where few nodes are in the rectangle.
  uint32_t stride_of_callback(const rf_rectangle& area) const;

  /// The nodes in a rectangle; false if there are none.
  bool nodes_inside(const rf_rectangle& area, Nodes& nodes) const;
  double node_x(uint32_t column) const { return grid().x0 + column * grid().cell_x; }
  double node_y(uint32_t row) const { return grid().y0 + row * grid().cell_y; }

  /// True if there is certainly no node in a rectangle; affects speed only.
  bool has_no_node(const rf_rectangle& area) const {
    return between_nodes<bool>((area.x_min - grid().x0) * view_.per_x, (area.x_max - grid().x0) * view_.per_x) ||
           between_nodes<bool>((area.y_min - grid().y0) * view_.per_y, (area.y_max - grid().y0) * view_.per_y);
  }

  /// Call visit(x, y, z) for the nodes of the rectangle that lie above the line through opposite neighbours, in any of
  /// four directions. @param stride  only columns and rows that are multiples of it are searched
  template <class Visit>
  void for_each_terrain_vertex(const rf_rectangle& area, uint32_t stride, Visit visit) const {
    visit_terrain_vertices(area, stride, [&](double x, double y, double z) {
      visit(x, y, z);
      return true;
    });
  }

  /// The same until visit(x, y, z) returns false.
  template <class Visit>
  void visit_terrain_vertices(const rf_rectangle& area, uint32_t stride, Visit visit) const {
    Nodes nodes;
    if (!nodes_inside(area, nodes)) return;
    const uint32_t column_first = first_multiple(nodes.column_first, stride);
    for (uint32_t r = first_multiple(nodes.row_first, stride); r <= nodes.row_last; r += stride) {
      for (uint32_t c = column_first; c <= nodes.column_last; c += stride) {
        const double z = height(c, r);
        if (!is_terrain_vertex(c, r, z)) continue;
        if (!visit(node_x(c), node_y(r), z)) return;
      }
    }
  }

  /// True for a node at height z that for_each_terrain_vertex() visits.
  bool is_terrain_vertex(uint32_t column, uint32_t row, double z) const;

  bool may_leave_out_vertices(double bounding_radius, double most) const {
    return vertex_stride(bounding_radius, most) > 1;
  }

  /// The same for the area around a rock, with its stride. Returns true if there are nodes that are not searched.
  template <class Visit>
  bool for_each_vertex_below(const rf_rectangle& area, double bounding_radius, double most, Visit visit) const {
    for_each_terrain_vertex(area, vertex_stride(bounding_radius, most), visit);
    return may_leave_out_vertices(bounding_radius, most);
  }

  double height(uint32_t column, uint32_t row) const {
    const size_t i = static_cast<size_t>(row) * grid().columns + column;
    return grid().heights_f32 ? static_cast<double>(grid().heights_f32[i]) : grid().heights_f64[i];
  }

 private:
  const rf_grid& grid() const { return ground_.grid(); }

  bool find(double x, double y, GridPosition& cell) const {
    if (!(x >= grid().x0 && y >= grid().y0 && x <= view_.x_max && y <= view_.y_max)) return false;
    cell.eta = place_in_cell((x - grid().x0) * view_.per_x, grid().columns, cell.column);
    cell.xi = place_in_cell((y - grid().y0) * view_.per_y, grid().rows, cell.row);
    return true;
  }

  // Call visit(heights) with a pointer to float or double heights.
  template <class Visit>
  void with_heights(Visit visit) const {
    if (grid().heights_f32) {
      visit(grid().heights_f32);
    } else {
      visit(grid().heights_f64);
    }
  }
  // The nodes of all cells that a rectangle touches; false if it lies outside the grid.
  // `covered`: the rectangle lies entirely inside the grid.
  bool nodes_around(const rf_rectangle& area, Nodes& nodes, bool& covered) const;
  // @param nodes, covered  of nodes_around
  GroundBound bound_over(const rf_rectangle& area, const Nodes& nodes, bool covered) const;
  double slope_spread_over(const Nodes& nodes, const rf_upper_plane& plane) const;
  // The bound of a rectangle inside one cell; false if the cell is a hole.
  bool bound_in_cell(const rf_rectangle& area, uint32_t column, uint32_t row, GroundBound& result) const;
  // The same for two by one, one by two or two by two cells.
  bool bound_in_cells(const rf_rectangle& area, const Nodes& nodes, GroundBound& result) const;

  struct Corners {
    double h00, h10, h01, h11;
  };
  template <class Number>
  Corners corners_in(const Number* heights, const GridPosition& cell) const {
    const Number* const low = heights + static_cast<size_t>(cell.row) * grid().columns + cell.column;
    const Number* const high = low + grid().columns;
    return {static_cast<double>(low[0]), static_cast<double>(low[1]), static_cast<double>(high[0]),
            static_cast<double>(high[1])};
  }
  Corners corners(const GridPosition& cell) const {
    return grid().heights_f32 ? corners_in(grid().heights_f32, cell) : corners_in(grid().heights_f64, cell);
  }
  static double interpolate(const Corners& h, const GridPosition& cell) {
    return interpolated(h.h00, h.h10, h.h01, h.h11, cell.eta, cell.xi);
  }

  void sample_one(double x, double y, rf_terrain_sample& out) const {
    GridPosition cell;
    out.exists = 0;
    if (!find(x, y, cell)) return;
    const Corners h = corners(cell);
    const double z = interpolate(h, cell);
    if (std::isfinite(z)) fill(h, cell, z, out);
  }

  void write_normal(const Corners& h, const GridPosition& cell, double normal[3]) const {
    write_surface_normal(h.h00, h.h10, h.h01, h.h11, cell.eta, cell.xi, view_.per_x, view_.per_y, normal);
  }

  void fill(const Corners& h, const GridPosition& cell, double z, rf_terrain_sample& out) const {
    write_normal(h, cell, out.normal);
    out.height = z;
    out.exists = 1;
    out.ground = grid().ground;
    if (ground_.varies()) ground_.interpolate(cell, kAllMembers, out.ground);
  }

  GridView view_;
  GridGround ground_;
};

// Callbacks of an rf_terrain made from a grid; grid_of() (terrain/dispatch.h) recognises a grid by the first of them.
void grid_sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out);
uint32_t grid_material(void* user, double x, double y);
void grid_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out);
uint32_t grid_vertices(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity);

}  // namespace rockfall
