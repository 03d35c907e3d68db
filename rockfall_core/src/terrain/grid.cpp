#include "terrain/grid.h"

#include <limits>

#include "numerics/minmax.h"
#include "terrain/vertex_writer.h"

namespace rockfall {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr GroundBound kWithoutGround = {{kNoGround, 0, 0, 0, 0}, true};

// False for so many nodes that a step with their bound would take too long.
bool few_enough(const Nodes& nodes) { return nodes.count() <= kMaxBoundedNodes; }

}  // namespace

// The first node at or after the low edge, the last node at or before the high edge.
bool GridTerrain::nodes_inside(const rf_rectangle& area, Nodes& nodes) const {
  if (has_no_node(area)) return false;
  const double u0 = (area.x_min - grid().x0) / grid().cell_x, u1 = (area.x_max - grid().x0) / grid().cell_x;
  const double v0 = (area.y_min - grid().y0) / grid().cell_y, v1 = (area.y_max - grid().y0) / grid().cell_y;
  const uint32_t last_column = grid().columns - 1, last_row = grid().rows - 1;
  if (!(u1 >= 0 && v1 >= 0 && u0 <= last_column && v0 <= last_row)) return false;
  nodes.column_first = u0 > 0 ? static_cast<uint32_t>(std::ceil(u0)) : 0;
  nodes.row_first = v0 > 0 ? static_cast<uint32_t>(std::ceil(v0)) : 0;
  nodes.column_last = clamp_index(u1, last_column);
  nodes.row_last = clamp_index(v1, last_row);
  return nodes.column_first <= nodes.column_last && nodes.row_first <= nodes.row_last;
}

uint32_t GridTerrain::stride_of_callback(const rf_rectangle& area) const {
  return stride_over(smaller_of(area.x_max - area.x_min, view_.x_max - view_.x0),
                     smaller_of(area.y_max - area.y_min, view_.y_max - view_.y0), kMaxVertexNodes);
}

bool GridTerrain::nodes_around(const rf_rectangle& area, Nodes& nodes, bool& covered) const {
  return nodes_of_cells((area.x_min - grid().x0) * view_.per_x, (area.x_max - grid().x0) * view_.per_x,
                        (area.y_min - grid().y0) * view_.per_y, (area.y_max - grid().y0) * view_.per_y, grid().columns,
                        grid().rows, nodes, covered);
}

GroundBound GridTerrain::bound(const rf_rectangle& area) const {
  Nodes nodes;
  bool covered;
  return nodes_around(area, nodes, covered) ? bound_over(area, nodes, covered) : kWithoutGround;
}

rf_upper_plane GridTerrain::upper_plane(const rf_rectangle& area) const {
  Nodes nodes;
  bool covered;
  if (!nodes_around(area, nodes, covered)) return kWithoutGround.plane;
  rf_upper_plane plane = bound_over(area, nodes, covered).plane;
  plane.slope_spread = slope_spread_over(nodes, plane);
  return plane;
}

GroundBound GridTerrain::bound_over(const rf_rectangle& area, const Nodes& nodes, bool covered) const {
  GroundBound result;
  result.known = true;
  const uint32_t left = nodes.column_first, right = nodes.column_last, low = nodes.row_first, high = nodes.row_last;
  if (covered && right <= left + 2 && high <= low + 2) {
    const bool one = right == left + 1 && high == low + 1;
    if (one ? bound_in_cell(area, left, low, result) : bound_in_cells(area, nodes, result)) return result;
  }
  if (!few_enough(nodes)) return {{kUnbounded, 0, 0, 0, 0}, false};
  const double width = (right - left) * grid().cell_x, depth = (high - low) * grid().cell_y;
  const PlaneSlopes slope =
      slopes_of_corners(nodes, width, depth, [this](uint32_t c, uint32_t r) { return height(c, r); });
  const double centre_x = 0.5 * (area.x_min + area.x_max), centre_y = 0.5 * (area.y_min + area.y_max);
  const double offset_x = grid().x0 - centre_x, offset_y = grid().y0 - centre_y;
  double top = kNoGround, sum = 0;
  // On each cell, surface minus plane is bilinear: its maximum is at a node.
  with_heights([&](const auto* heights) {
    for (uint32_t r = low; r <= high; ++r) {
      const auto* const row = heights + static_cast<size_t>(r) * grid().columns;
      const double row_part = slope.y * (r * grid().cell_y + offset_y);
      for (uint32_t k = left; k <= right; ++k) {
        const double z = static_cast<double>(row[k]);
        const double above = z - row_part - slope.x * (k * grid().cell_x + offset_x);
        sum += z;
        top = above > top ? above : top;
      }
    }
  });
  result.plane = {top, slope.x, slope.y, covered && std::isfinite(sum), 0};
  return result;
}

// Surface minus plane is bilinear on the rectangle too: its maximum is at a corner. The slopes are those at the centre.
bool GridTerrain::bound_in_cell(const rf_rectangle& area, uint32_t column, uint32_t row, GroundBound& result) const {
  const double a = height(column, row), b = height(column + 1, row), c = height(column, row + 1),
               d = height(column + 1, row + 1);
  if (!std::isfinite(a + b + c + d)) return false;
  const double u0 = (area.x_min - grid().x0) * view_.per_x - column,
               u1 = (area.x_max - grid().x0) * view_.per_x - column;
  const double v0 = (area.y_min - grid().y0) * view_.per_y - row, v1 = (area.y_max - grid().y0) * view_.per_y - row;
  const double p = b - a, q = c - a, s = (d - c) - p;
  const double u = 0.5 * (u0 + u1), v = 0.5 * (v0 + v1), half_u = 0.5 * (u1 - u0), half_v = 0.5 * (v1 - v0);
  const double rise_u = p + s * v, rise_v = q + s * u;
  // Surface minus plane is s (u - centre) (v - centre).
  const double centre = a + p * u + (q + s * u) * v, excess = std::fabs(s) * half_u * half_v;
  const double rounding = 1e-12 * (1 + std::fabs(a) + std::fabs(b) + std::fabs(c) + std::fabs(d)) *
                          (1 + static_cast<double>(column) + static_cast<double>(row));
  result.plane = {centre + excess + rounding, rise_u * view_.per_x, rise_v * view_.per_y, 1, 0};
  return true;
}

// The cells divide the rectangle into parts. On each part, surface minus plane is bilinear: its maximum is at a corner.
bool GridTerrain::bound_in_cells(const rf_rectangle& area, const Nodes& nodes, GroundBound& result) const {
  const uint32_t left = nodes.column_first, low = nodes.row_first;
  const uint32_t cells_x = nodes.column_last - left, cells_y = nodes.row_last - low;
  const double u0 = (area.x_min - grid().x0) * view_.per_x - left, u1 = (area.x_max - grid().x0) * view_.per_x - left;
  const double v0 = (area.y_min - grid().y0) * view_.per_y - low, v1 = (area.y_max - grid().y0) * view_.per_y - low;
  if (!(u1 > u0 && v1 > v0)) return false;
  const auto between = [](double a, double b, double share) { return a + share * (b - a); };
  // Heights at the edges of the parts: first along x at all nodes, on the low edge, the line between and the high edge.
  const double v_high = v1 - (cells_y - 1.0), u_high = u1 - (cells_x - 1.0);
  double edge[3][3], sum = 0;
  with_heights([&](const auto* heights) {
    const auto* const row = heights + static_cast<size_t>(low) * grid().columns + left;
    const auto* const next = row + grid().columns;
    const auto* const highest = cells_y == 2 ? next + grid().columns : next;
    const auto* const before = cells_y == 2 ? next : row;
    for (uint32_t k = 0; k <= cells_x; ++k) {
      const double a = static_cast<double>(row[k]), b = static_cast<double>(next[k]);
      const double c = static_cast<double>(before[k]), d = static_cast<double>(highest[k]);
      edge[0][k] = between(a, b, v0);
      edge[1][k] = b;
      edge[2][k] = between(c, d, v_high);
      sum += std::fabs(a) + std::fabs(b) + std::fabs(d);
    }
  });
  if (!std::isfinite(sum)) return false;
  struct Line {
    double first, middle, last;
  };
  const auto line = [&](const double* z) {
    return Line{between(z[0], z[1], u0), z[1], between(z[cells_x - 1], z[cells_x], u_high)};
  };
  const Line bottom = line(edge[0]), top = line(edge[2]);
  const double rise_u = 0.5 * ((bottom.last - bottom.first) + (top.last - top.first)) / (u1 - u0),
               rise_v = 0.5 * ((top.first - bottom.first) + (top.last - bottom.last)) / (v1 - v0);
  // Heights over the plane through the centre.
  const double end_u = rise_u * (0.5 * (u1 - u0)), middle_u = rise_u * (1 - 0.5 * (u0 + u1));
  const double end_v = rise_v * (0.5 * (v1 - v0)), middle_v = rise_v * (1 - 0.5 * (v0 + v1));
  const auto highest_of = [&](const Line& z) {
    const double ends = larger_of(z.first + end_u, z.last - end_u);
    return cells_x == 2 ? larger_of(ends, z.middle - middle_u) : ends;
  };
  double highest = larger_of(highest_of(bottom) + end_v, highest_of(top) - end_v);
  if (cells_y == 2) highest = larger_of(highest, highest_of(line(edge[1])) - middle_v);
  const double rounding = 1e-12 * (1 + sum) * (1 + static_cast<double>(left) + static_cast<double>(low));
  result.plane = {highest + rounding, rise_u * view_.per_x, rise_v * view_.per_y, 1, 0};
  return true;
}

// On the part of the rectangle in each cell the surface is bilinear: its minimum is at a corner.
bool GridTerrain::lowest_in(const rf_rectangle& area, double& z) const {
  GridPosition low, high;
  if (!find(area.x_min, area.y_min, low) || !find(area.x_max, area.y_max, high)) return false;
  if (high.column > low.column + 1 || high.row > low.row + 1) return false;
  z = kUnbounded;
  double sum = 0;
  for (uint32_t row = low.row; row <= high.row; ++row) {
    const double v[2] = {row == low.row ? low.xi : 0.0, row == high.row ? high.xi : 1.0};
    for (uint32_t column = low.column; column <= high.column; ++column) {
      const double u[2] = {column == low.column ? low.eta : 0.0, column == high.column ? high.eta : 1.0};
      const Corners h = corners({column, row, 0, 0});
      for (int k = 0; k < 4; ++k) z = smaller_of(z, interpolate(h, {column, row, u[k % 2], v[k / 2]}));
      sum += (h.h00 + h.h10) + (h.h01 + h.h11);
    }
  }
  return std::isfinite(sum);
}

double GridTerrain::slope_spread(const rf_rectangle& area, const rf_upper_plane& plane) const {
  Nodes nodes;
  bool covered;
  return nodes_around(area, nodes, covered) ? slope_spread_over(nodes, plane) : 0;
}

// On each cell the slope along x lies between those of its two edges along x; along y likewise.
double GridTerrain::slope_spread_over(const Nodes& nodes, const rf_upper_plane& plane) const {
  if (!plane.hole_free || !few_enough(nodes)) return 0;
  const double rise_x = plane.slope_x * grid().cell_x, rise_y = plane.slope_y * grid().cell_y;
  double largest_x = 0, largest_y = 0;
  with_heights([&](const auto* heights) {
    const uint32_t left = nodes.column_first, right = nodes.column_last;
    const auto* row = heights + static_cast<size_t>(nodes.row_first) * grid().columns;
    for (uint32_t r = nodes.row_first; r <= nodes.row_last; ++r, row += grid().columns) {
      const auto* const next = r < nodes.row_last ? row + grid().columns : nullptr;
      double z = static_cast<double>(row[left]);
      for (uint32_t k = left;;) {
        if (next) largest_y = larger_of(largest_y, std::fabs(static_cast<double>(next[k]) - z - rise_y));
        if (k == right) break;
        const double beside = static_cast<double>(row[++k]);
        largest_x = larger_of(largest_x, std::fabs(beside - z - rise_x));
        z = beside;
      }
    }
  });
  return larger_of(largest_x * view_.per_x, largest_y * view_.per_y) * (1 + 1e-9) + 1e-12;
}

bool GridTerrain::patch(uint32_t column, uint32_t row, GridPatch& out) const {
  if (column > grid().columns - 2 || row > grid().rows - 2) return false;
  const double h00 = height(column, row), h10 = height(column + 1, row);
  const double h01 = height(column, row + 1), h11 = height(column + 1, row + 1);
  out.x0 = grid().x0 + column * grid().cell_x;
  out.y0 = grid().y0 + row * grid().cell_y;
  out.width = grid().cell_x;
  out.depth = grid().cell_y;
  out.z0 = h00;
  out.p = (h10 - h00) / grid().cell_x;
  out.q = (h01 - h00) / grid().cell_y;
  out.s = ((h11 - h01) - (h10 - h00)) / (grid().cell_x * grid().cell_y);
  return std::isfinite(h00 + h10 + h01 + h11);
}

bool GridTerrain::is_terrain_vertex(uint32_t column, uint32_t row, double z) const {
  return std::isfinite(z) &&
         is_convex_node(grid(), column, row, z, [this](uint32_t c, uint32_t r) { return height(c, r); });
}

GridGround::Signs GridTerrain::signs_of(int member, const rf_rectangle& area) const {
  if (!ground_.has_field(member)) return ground_.sign_without_field(member);
  Nodes nodes;
  bool covered;
  return nodes_around(area, nodes, covered) ? ground_.signs_of_field(member, nodes) : GridGround::Signs{true, false};
}

void grid_sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  GridTerrain terrain(*static_cast<const rf_grid*>(user));
  terrain.find_fields();
  terrain.sample(xy, count, out);
}

uint32_t grid_material(void* user, double x, double y) {
  const rf_grid& grid = *static_cast<const rf_grid*>(user);
  uint32_t column, row;
  if (!grid.materials || !GridTerrain(grid).cell_at(x, y, column, row)) return 0;
  return grid.materials[static_cast<size_t>(row) * (grid.columns - 1) + column];
}

void grid_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
  *out = GridTerrain(*static_cast<const rf_grid*>(user)).upper_plane(*area);
}

uint32_t grid_vertices(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity) {
  const GridTerrain terrain(*static_cast<const rf_grid*>(user));
  const uint32_t stride = terrain.stride_of_callback(*area);
  VertexWriter writer = {xyz, capacity};
  terrain.visit_terrain_vertices(*area, stride, [&](double x, double y, double z) {
    if (writer.full()) return false;
    writer.add(x, y, z);
    return true;
  });
  if (stride > 1) writer.fill_up();
  return writer.count;
}

}  // namespace rockfall
