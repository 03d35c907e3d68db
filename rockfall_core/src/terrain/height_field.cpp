#include "terrain/height_field.h"

#include <initializer_list>

#include "numerics/minmax.h"
#include "terrain/vertex_writer.h"

namespace rockfall {
namespace {

// A bound of the differences of the slopes from those of a plane: on triangles and on bilinear patches the slope along
// x lies between those of the edges of the cell along x, and along y likewise.
template <class Number>
double slope_spread(const HeightField& heights, const Nodes& nodes, const PlaneSlopes& slope) {
  const rf_height_field& field = heights.field();
  const auto height = [&heights](uint32_t c, uint32_t r) { return heights.height_as<Number>(c, r); };
  double largest = 0;
  for (uint32_t r = nodes.row_first; r <= nodes.row_last; ++r) {
    for (uint32_t c = nodes.column_first; c <= nodes.column_last; ++c) {
      const double z = height(c, r);
      if (c < nodes.column_last) {
        largest = larger_of(std::fabs((height(c + 1, r) - z) / field.cell_x - slope.x), largest);
      }
      if (r < nodes.row_last) {
        largest = larger_of(std::fabs((height(c, r + 1) - z) / field.cell_y - slope.y), largest);
      }
    }
  }
  return largest * (1 + 1e-9) + 1e-12;
}

// Write the sample nearest to a height, or one close to it that has exactly this height: by rounding, the nearest can
// have a neighbouring height. @tparam Bits  unsigned integer of the size of a sample
template <class Bits, class Number>
void write_sample(const rf_height_field& field, double height, Number nearest, unsigned char* sample) {
  static_assert(sizeof(Bits) == sizeof(Number), "all bits of a sample");
  constexpr Bits kMostApart = 8;
  Bits bits;
  std::memcpy(&bits, &nearest, sizeof bits);
  std::memcpy(sample, &nearest, sizeof nearest);
  for (Bits distance = 0; distance <= kMostApart; ++distance) {
    for (const Bits other_bits : {static_cast<Bits>(bits - distance), static_cast<Bits>(bits + distance)}) {
      Number other;
      std::memcpy(&other, &other_bits, sizeof other);
      if (HeightField::height_of(field, other) != height) continue;
      std::memcpy(sample, &other, sizeof other);
      return;
    }
  }
}

// Sides of a rectangle, in cells, above which most contain a node: a plane above all nodes is then as close to the
// ground.
constexpr double kLargestPart = 0.6;

// Part of a cell, in cells from its low corner, 0 to 1: its centre and half its sides.
struct PartOfCell {
  double u, v, half_u, half_v;
};

PartOfCell part_between(double u0, double u1, double v0, double v1) {
  return {0.5 * (u0 + u1), 0.5 * (v0 + v1), 0.5 * (u1 - u0), 0.5 * (v1 - v0)};
}

// A height that no point of a part of a cell exceeds. @param a, b, c, d  of the corners (0, 0), (1, 0), (0, 1), (1, 1)
double highest_in_part(CellSurface surface, double a, double b, double c, double d, const PartOfCell& part) {
  const double twist = a - b - c + d;
  if (surface == CellSurface::bilinear) {
    // Surface minus its tangent plane at the centre of the part is twist (u - centre) (v - centre).
    const PointOfCell<double> centre = point_of_cell(surface, a, b, c, d, part.u, part.v);
    return centre.height + std::fabs(centre.rise_u) * part.half_u + std::fabs(centre.rise_v) * part.half_v +
           std::fabs(twist) * part.half_u * part.half_v;
  }
  // Of a plane by its height at (0, 0) and its rises.
  const auto highest = [&part](double z, double u, double v) {
    return z + u * part.u + v * part.v + std::fabs(u) * part.half_u + std::fabs(v) * part.half_v;
  };
  const bool from_low = surface == CellSurface::diagonal_from_low;
  const double one = from_low ? highest(a, b - a, d - b) : highest(a, b - a, c - a);
  const double other = from_low ? highest(a, d - c, c - a) : highest(b + c - d, d - c, d - b);
  // Where the cell is convex from below, the surface is the higher one of the planes of its triangles, else the lower.
  return (twist < 0) == from_low ? larger_of(one, other) : smaller_of(one, other);
}

// An upper plane of a rectangle that touches at most two cells along each axis; false if there are more, or holes. It
// is closer to the ground than a plane above all nodes of these cells. @param nodes  of the cells
template <class Number>
bool plane_above_parts(const HeightField& heights, const rf_rectangle& area, const Nodes& nodes, rf_upper_plane& out) {
  const rf_height_field& field = heights.field();
  const uint32_t left = nodes.column_first, low = nodes.row_first;
  const uint32_t cells_x = nodes.column_last - left, cells_y = nodes.row_last - low;
  if (cells_x > 2 || cells_y > 2) return false;
  const double u0 = (area.x_min - field.x0) / field.cell_x - left, u1 = (area.x_max - field.x0) / field.cell_x - left;
  const double v0 = (area.y_min - field.y0) / field.cell_y - low, v1 = (area.y_max - field.y0) / field.cell_y - low;
  if (u1 - u0 > kLargestPart || v1 - v0 > kLargestPart) return false;
  double z[3][3], sum = 0;
  for (uint32_t r = 0; r <= cells_y; ++r) {
    for (uint32_t k = 0; k <= cells_x; ++k) {
      z[r][k] = heights.height_as<Number>(left + k, low + r);
      sum += std::fabs(z[r][k]);
    }
  }
  if (!std::isfinite(sum)) return false;
  const double centre_u = 0.5 * (u0 + u1), centre_v = 0.5 * (v0 + v1);
  const RisesOfCell<double> rises = bilinear_rises(z[0][0], z[0][cells_x], z[cells_y][0], z[cells_y][cells_x],
                                                   centre_u / cells_x, centre_v / cells_y);
  const double rise_u = rises.u / cells_x, rise_v = rises.v / cells_y;
  // Heights over the plane through the centre.
  for (uint32_t r = 0; r <= cells_y; ++r) {
    for (uint32_t k = 0; k <= cells_x; ++k) z[r][k] -= rise_u * (k - centre_u) + rise_v * (r - centre_v);
  }
  double top = kNoGround;
  for (uint32_t r = 0; r < cells_y; ++r) {
    const double v[2] = {r == 0 ? v0 : 0.0, r + 1 == cells_y ? v1 - r : 1.0};
    for (uint32_t k = 0; k < cells_x; ++k) {
      const double u[2] = {k == 0 ? u0 : 0.0, k + 1 == cells_x ? u1 - k : 1.0};
      top = larger_of(top, highest_in_part(heights.surface(), z[r][k], z[r][k + 1], z[r + 1][k], z[r + 1][k + 1],
                                           part_between(u[0], u[1], v[0], v[1])));
    }
  }
  const double rounding = 1e-12 * (1 + sum + std::fabs(field.offset)) * (1.0 + left + low);
  out = {top + rounding, rise_u / field.cell_x, rise_v / field.cell_y, 1, 0};
  return true;
}

// An upper plane of a rectangle. @param nodes, covered  see HeightField::nodes_around
template <class Number>
rf_upper_plane plane_above(const HeightField& heights, const rf_rectangle& area, const Nodes& nodes, bool covered) {
  const rf_height_field& field = heights.field();
  rf_upper_plane close;
  if (covered && plane_above_parts<Number>(heights, area, nodes, close)) return close;
  const auto height = [&heights](uint32_t c, uint32_t r) { return heights.height_as<Number>(c, r); };
  const double width = (nodes.column_last - nodes.column_first) * field.cell_x;
  const double depth = (nodes.row_last - nodes.row_first) * field.cell_y;
  const PlaneSlopes slope = slopes_of_corners(nodes, width, depth, height);
  const double centre_x = 0.5 * (area.x_min + area.x_max), centre_y = 0.5 * (area.y_min + area.y_max);
  double top = kNoGround, sum = 0;
  // On each triangle and each bilinear patch, surface minus plane has its maximum at a node.
  for (uint32_t r = nodes.row_first; r <= nodes.row_last; ++r) {
    for (uint32_t k = nodes.column_first; k <= nodes.column_last; ++k) {
      const double z = height(k, r);
      const double above =
          z - slope.x * (field.x0 + k * field.cell_x - centre_x) - slope.y * (field.y0 + r * field.cell_y - centre_y);
      sum += z;
      top = above > top ? above : top;
    }
  }
  // The rounding of the interpolation, which the nodes do not show. Where the first node is a hole the slopes are 0,
  // and top is a height as well.
  const double a = height(nodes.column_first, nodes.row_first);
  const double size = std::isfinite(a) ? std::fabs(a) : 0.0;
  const double rounding = 4e-16 * (std::fabs(top) + size + std::fabs(field.offset));
  return {top + rounding, slope.x, slope.y, covered && std::isfinite(sum), 0};
}

// Write the terrain vertices of a rectangle. @param nodes  around it, of which each stride-th is looked at
// @tparam Number  type of the samples: with it a node takes half the time
template <class Number>
void write_convex_nodes(const HeightField& heights, const rf_rectangle& area, const Nodes& nodes, uint32_t stride,
                        VertexWriter& writer) {
  const rf_height_field& field = heights.field();
  const auto node_height = [&heights](uint32_t c, uint32_t r) { return heights.height_as<Number>(c, r); };
  const uint32_t column_first = first_multiple(nodes.column_first, stride);
  for (uint32_t r = first_multiple(nodes.row_first, stride); r <= nodes.row_last && !writer.full(); r += stride) {
    const double y = field.y0 + r * field.cell_y;
    if (y < area.y_min || y > area.y_max) continue;
    for (uint32_t c = column_first; c <= nodes.column_last && !writer.full(); c += stride) {
      const double x = field.x0 + c * field.cell_x, z = node_height(c, r);
      if (x < area.x_min || x > area.x_max || !std::isfinite(z)) continue;
      if (is_convex_node(field, c, r, z, node_height)) writer.add(x, y, z);
    }
  }
}

}  // namespace

bool HeightField::find(double x, double y, Cell& cell) const {
  const double x_max = field_.x0 + (field_.columns - 1) * field_.cell_x,
               y_max = field_.y0 + (field_.rows - 1) * field_.cell_y;
  if (!(x >= field_.x0 && y >= field_.y0 && x <= x_max && y <= y_max)) return false;
  cell.u = place_in_cell((x - field_.x0) / field_.cell_x, field_.columns, cell.column);
  cell.w = place_in_cell((y - field_.y0) / field_.cell_y, field_.rows, cell.row);
  return true;
}

bool HeightField::corners(const Cell& cell, FieldCorners& out) const {
  out = with_type_of_samples([&](auto type) -> FieldCorners {
    const auto z = [&](uint32_t c, uint32_t r) { return height_as<decltype(type)>(cell.column + c, cell.row + r); };
    return {z(0, 0), z(1, 0), z(0, 1), z(1, 1)};
  });
  return std::isfinite(out.a + out.b + out.c + out.d);
}

bool HeightField::at(const Cell& cell, Point& out) const {
  FieldCorners found;
  if (!corners(cell, found)) return false;
  const PointOfCell<double> point = point_on(found, cell);
  out = {point.height, point.rise_u / field_.cell_x, point.rise_v / field_.cell_y};
  return true;
}

bool HeightField::inner_cell(double x, double y, CellCorners& out) const {
  Cell cell;
  FieldCorners h;
  if (!find(x, y, cell) || cell.column + 2 >= field_.columns || cell.row + 2 >= field_.rows) return false;
  if (!corners(cell, h)) return false;
  const double column = cell.column, row = cell.row;
  out = {field_.x0, field_.y0, field_.cell_x, field_.cell_y, column, row, h.a, h.b, h.c, h.d};
  return true;
}

bool HeightField::nodes_around(const rf_rectangle& area, Nodes& nodes, bool& covered) const {
  return nodes_of_cells((area.x_min - field_.x0) / field_.cell_x, (area.x_max - field_.x0) / field_.cell_x,
                        (area.y_min - field_.y0) / field_.cell_y, (area.y_max - field_.y0) / field_.cell_y,
                        field_.columns, field_.rows, nodes, covered);
}

void height_field_sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  const HeightField heights(*static_cast<const rf_height_field*>(user));
  for (uint32_t i = 0; i < count; ++i) {
    HeightField::Cell cell;
    HeightField::Point point;
    out[i].exists = 0;
    if (!heights.find(xy[2 * i], xy[2 * i + 1], cell) || !heights.at(cell, point)) continue;
    out[i].height = point.height;
    write_normal_of_slopes(point.rise_x, point.rise_y, out[i].normal);
    out[i].ground = heights.ground(cell);
    out[i].exists = 1;
  }
}

rf_upper_plane height_field_plane(const rf_height_field& field, const rf_rectangle& area) {
  const HeightField heights(field);
  Nodes nodes;
  bool covered;
  if (!heights.nodes_around(area, nodes, covered)) return {kNoGround, 0, 0, 0, 0};
  if (nodes.count() > kMaxBoundedSamples) return {std::numeric_limits<double>::infinity(), 0, 0, 0, 0};  // not known
  return heights.with_type_of_samples(
      [&](auto type) { return plane_above<decltype(type)>(heights, area, nodes, covered); });
}

void height_field_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
  const rf_height_field& field = *static_cast<const rf_height_field*>(user);
  const HeightField heights(field);
  *out = height_field_plane(field, *area);
  Nodes nodes;
  bool covered;
  if (!out->hole_free || !heights.nodes_around(*area, nodes, covered)) return;
  out->slope_spread = heights.with_type_of_samples([&](auto type) {
    return slope_spread<decltype(type)>(heights, nodes, {out->slope_x, out->slope_y});
  });
}

uint32_t height_field_vertices(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity) {
  const HeightField heights(*static_cast<const rf_height_field*>(user));
  const rf_height_field& field = heights.field();
  Nodes nodes;
  bool covered;
  if (!heights.nodes_around(*area, nodes, covered)) return 0;
  const double columns = smaller_of((area->x_max - area->x_min) / field.cell_x + 1, static_cast<double>(field.columns)),
               rows = smaller_of((area->y_max - area->y_min) / field.cell_y + 1, static_cast<double>(field.rows));
  const uint32_t stride = search_stride(columns, rows, kMaxVertexNodes);
  VertexWriter writer = {xyz, capacity};
  heights.with_type_of_samples(
      [&](auto type) { write_convex_nodes<decltype(type)>(heights, *area, nodes, stride, writer); });
  if (stride > 1) writer.fill_up();
  return writer.count;
}

uint32_t height_field_material(void* user, double x, double y) {
  const HeightField heights(*static_cast<const rf_height_field*>(user));
  HeightField::Cell cell;
  return heights.find(x, y, cell) ? heights.material(cell) : 0;
}

bool encode_height(const rf_height_field& field, double height, unsigned char* sample) {
  const bool is_hole = height != height;
  if (std::isinf(height)) return false;
  const double value = (height - field.offset) / field.scale;
  if (field.format == RF_HEIGHT_FLOAT64) {
    write_sample<uint64_t>(field, height, value, sample);
    return is_hole || std::isfinite(value);
  }
  if (field.format == RF_HEIGHT_FLOAT32) {
    const float narrow = std::fabs(value) < 3.4e38 || is_hole ? static_cast<float>(value) : 0.0f;
    write_sample<uint32_t>(field, height, narrow, sample);
    return is_hole || std::fabs(value) < 3.4e38;
  }
  if (is_hole && !field.has_hole) return false;
  const bool is_signed = field.format == RF_HEIGHT_INT16;
  const double low = is_signed ? -32768 : 0, high = is_signed ? 32767 : 65535;
  const double rounded = is_hole ? field.hole : std::floor(value + 0.5);
  if (!(rounded >= low && rounded <= high)) return false;
  const int32_t number = static_cast<int32_t>(rounded);
  if (!is_hole && field.has_hole && number == field.hole) return false;
  const uint16_t bits = static_cast<uint16_t>(number & 0xFFFF);
  std::memcpy(sample, &bits, sizeof bits);
  return true;
}

}  // namespace rockfall
