#include "terrain/roughness.h"

#include <cmath>
#include <cstddef>
#include <limits>

#include "numerics/minmax.h"
#include "numerics/philox.h"
#include "terrain/dispatch.h"

namespace rockfall {
namespace {

// Shares of the surface with the two higher classes of obstacles; the third has the rest.
constexpr double kShare10 = 0.1, kShare20 = 0.2;

// Node indices beyond this are too coarse in double precision; there is no relief there.
constexpr double kMaxIndex = 17592186044416.0;  // 2^44

// Tells the random numbers of nodes from those of releases with the same seed.
constexpr uint32_t kStream = 0x52474800u;

// Largest number of nodes for which an extent is computed from their heights.
constexpr int64_t kMaxExactNodes = 64;

// Largest number of nodes that are looked at for terrain vertices, along each side of a rectangle.
constexpr int64_t kMaxVertexNodes = 4096;

// Nodes of a tile, the unit of work of the search for terrain vertices, along each side.
constexpr int kTile = 6;

struct Index {
  int64_t whole;
  double fraction;
};

// Splits a position in units of the spacing into node and fraction; false for NaN and beyond kMaxIndex.
bool split(double u, Index& index) {
  if (!(u > -kMaxIndex && u < kMaxIndex)) return false;
  const int64_t truncated = static_cast<int64_t>(u);
  index.whole = static_cast<double>(truncated) > u ? truncated - 1 : truncated;
  index.fraction = u - static_cast<double>(index.whole);
  return true;
}

// The ground whose obstacle heights hold for the whole terrain; null if there may be several.
const rf_ground* uniform_ground(const rf_terrain& terrain) {
  if (const rf_roughness* const roughness = roughness_of(terrain)) return uniform_ground(roughness->base);
  if (const rf_plane* const plane = plane_of(terrain)) return &plane->ground;
  const rf_grid* const grid = grid_of(terrain);
  if (!grid) return nullptr;
  for (int k = RF_GROUND_ROUGHNESS_70; k <= RF_GROUND_ROUGHNESS_10; ++k) {
    if (grid->fields[k]) return nullptr;
  }
  return &grid->ground;
}

}  // namespace

Relief::Relief(const rf_roughness& roughness)
    : base_(roughness.base),
      uniform_(uniform_ground(roughness.base)),
      spacing_(roughness.spacing),
      highest_(roughness.base.roughness_max),
      seed_(roughness.seed) {}

double Relief::obstacle_height(const rf_ground& ground, const uint32_t random[4]) const {
  const double kind = uniform53(random[0], random[1]);
  const double largest = kind < kShare10              ? ground.roughness_10
                         : kind < kShare10 + kShare20 ? ground.roughness_20
                                                      : ground.roughness_70;
  const double height = largest * uniform53(random[2], random[3]);
  // The bound holds even if callbacks of an embedder exceed it or return NaN.
  return height > 0 ? smaller_of(height, highest_) : 0;
}

double Relief::node_height(int64_t column, int64_t row) const {
  const uint64_t c = static_cast<uint64_t>(column), r = static_cast<uint64_t>(row);
  const uint32_t high = (static_cast<uint32_t>(c >> 32) << 16) ^ (static_cast<uint32_t>(r >> 32) & 0xFFFFu);
  const uint32_t counter[4] = {static_cast<uint32_t>(c), static_cast<uint32_t>(r), high, kStream};
  const uint32_t key[2] = {static_cast<uint32_t>(seed_), static_cast<uint32_t>(seed_ >> 32)};
  uint32_t random[4];
  philox4x32(counter, key, random);
  if (uniform_) return obstacle_height(*uniform_, random);
  const double xy[2] = {static_cast<double>(column) * spacing_, static_cast<double>(row) * spacing_};
  rf_terrain_sample below;
  base_.sample(base_.user, xy, 1, &below);
  return below.exists ? obstacle_height(below.ground, random) : 0;
}

Relief::Point Relief::at(double x, double y, Cell& cell) const {
  Index u, v;
  if (!split(x / spacing_, u) || !split(y / spacing_, v)) return {0, 0, 0};
  if (!cell.known || cell.column != u.whole || cell.row != v.whole) {
    cell = {u.whole,
            v.whole,
            node_height(u.whole, v.whole),
            node_height(u.whole + 1, v.whole),
            node_height(u.whole, v.whole + 1),
            node_height(u.whole + 1, v.whole + 1),
            true};
  }
  const double eta = u.fraction, xi = v.fraction;
  const double low = cell.h00 * (1 - eta) + cell.h10 * eta, high = cell.h01 * (1 - eta) + cell.h11 * eta;
  return {low * (1 - xi) + high * xi, ((cell.h10 - cell.h00) * (1 - xi) + (cell.h11 - cell.h01) * xi) / spacing_,
          ((cell.h01 - cell.h00) * (1 - eta) + (cell.h11 - cell.h10) * eta) / spacing_};
}

bool Relief::cells_around(double low, double high, Range& cells) const {
  // The margin covers positions just outside the rectangle by rounding.
  constexpr double kMargin = 1e-9;
  Index first, last;
  if (!split(low / spacing_ - kMargin, first) || !split(high / spacing_ + kMargin, last)) return false;
  cells = {first.whole, last.whole};
  return true;
}

bool Relief::nodes_inside(double low, double high, Range& nodes) const {
  Index first, last;
  if (!split(low / spacing_, first) || !split(high / spacing_, last)) return false;
  nodes = {first.fraction > 0 ? first.whole + 1 : first.whole, last.whole};
  return nodes.last - nodes.first < kMaxVertexNodes;
}

// On each cell the relief is highest at a node, and its slope along x lies between those of two edges; along y
// likewise.
Relief::Extent Relief::extent(const rf_rectangle& area) const {
  const Extent loose = {highest_, highest_ / spacing_};
  Range columns, rows;
  if (!cells_around(area.x_min, area.x_max, columns) || !cells_around(area.y_min, area.y_max, rows)) return loose;
  const int64_t width = columns.last - columns.first + 2, depth = rows.last - rows.first + 2;
  if (width > kMaxExactNodes || depth > kMaxExactNodes || width * depth > kMaxExactNodes) return loose;
  double heights[kMaxExactNodes];
  double highest = 0, largest_rise = 0;
  for (int64_t r = 0, i = 0; r < depth; ++r) {
    for (int64_t c = 0; c < width; ++c, ++i) {
      const double height = heights[i] = node_height(columns.first + c, rows.first + r);
      highest = larger_of(highest, height);
      if (c > 0) largest_rise = larger_of(largest_rise, std::fabs(height - heights[i - 1]));
      if (r > 0) largest_rise = larger_of(largest_rise, std::fabs(height - heights[i - width]));
    }
  }
  return {highest, largest_rise / spacing_};
}

void rough_sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  const rf_roughness& roughness = *static_cast<const rf_roughness*>(user);
  roughness.base.sample(roughness.base.user, xy, count, out);
  const Relief relief(roughness);
  Relief::Cell cell;
  for (uint32_t i = 0; i < count; ++i) {
    if (!out[i].exists) continue;
    const Relief::Point above = relief.at(xy[2 * i], xy[2 * i + 1], cell);
    out[i].height += above.height;
    if (above.slope_x == 0 && above.slope_y == 0) continue;
    double* const normal = out[i].normal;
    const double slope_x = above.slope_x - normal[0] / normal[2], slope_y = above.slope_y - normal[1] / normal[2];
    const double scale = 1.0 / std::sqrt(1.0 + slope_x * slope_x + slope_y * slope_y);
    normal[0] = -slope_x * scale;
    normal[1] = -slope_y * scale;
    normal[2] = scale;
  }
}

void rough_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
  const rf_roughness& roughness = *static_cast<const rf_roughness*>(user);
  roughness.base.upper_plane(roughness.base.user, area, out);
  const Relief::Extent extent = Relief(roughness).extent(*area);
  out->height += extent.height;
  if (out->slope_spread > 0) out->slope_spread += extent.slope * (1 + 1e-9);
}

namespace {

// Heights of the surface at the nodes of a tile and around it; NaN where there is no ground.
struct Tile {
  static constexpr int kSide = kTile + 2;
  double z[kSide][kSide];

  // As GridTerrain: above the line through opposite neighbours, in any of four directions, by more than rounding.
  bool is_convex(int c, int r, double flat) const {
    const double twice = 2 * z[r][c] - flat;
    return twice > z[r][c - 1] + z[r][c + 1] || twice > z[r - 1][c] + z[r + 1][c] ||
           twice > z[r - 1][c - 1] + z[r + 1][c + 1] || twice > z[r - 1][c + 1] + z[r + 1][c - 1];
  }
};

void fill_tile(const Relief& relief, const rf_terrain& base, int64_t column, int64_t row, int width, int depth,
               Tile& tile) {
  visit_terrain(base, [&](const auto& terrain) {
    for (int r = 0; r < depth + 2; ++r) {
      const double y = static_cast<double>(row + r - 1) * relief.spacing();
      for (int c = 0; c < width + 2; ++c) {
        const double x = static_cast<double>(column + c - 1) * relief.spacing();
        double z;
        tile.z[r][c] = terrain.height_at(x, y, z) ? z + relief.node_height(column + c - 1, row + r - 1)
                                                  : std::numeric_limits<double>::quiet_NaN();
      }
    }
    return 0;
  });
}

// Writes vertices one after the other, as long as there is room.
struct VertexWriter {
  double* xyz;
  uint32_t capacity;
  uint32_t count = 0;
  bool full() const { return count >= capacity; }
  void add(double x, double y, double z) {
    double* const p = xyz + 3 * static_cast<size_t>(count++);
    p[0] = x;
    p[1] = y;
    p[2] = z;
  }
};

void add_lattice_vertices(const Relief& relief, const rf_terrain& base, const rf_rectangle& area,
                          VertexWriter& writer) {
  Relief::Range columns, rows;
  if (!relief.nodes_inside(area.x_min, area.x_max, columns)) return;
  if (!relief.nodes_inside(area.y_min, area.y_max, rows)) return;
  const double flat = 2e-6 * relief.spacing();
  Tile tile;
  for (int64_t row = rows.first; row <= rows.last; row += kTile) {
    const int depth = static_cast<int>(rows.last - row < kTile ? rows.last - row + 1 : kTile);
    for (int64_t column = columns.first; column <= columns.last; column += kTile) {
      const int width = static_cast<int>(columns.last - column < kTile ? columns.last - column + 1 : kTile);
      if (writer.full()) return;
      fill_tile(relief, base, column, row, width, depth, tile);
      for (int r = 1; r <= depth; ++r) {
        for (int c = 1; c <= width; ++c) {
          if (!tile.is_convex(c, r, flat)) continue;
          if (writer.full()) return;
          writer.add(static_cast<double>(column + c - 1) * relief.spacing(),
                     static_cast<double>(row + r - 1) * relief.spacing(), tile.z[r][c]);
        }
      }
    }
  }
}

// The vertices of the base, raised by the relief, without those at a node, which add_lattice_vertices() looks at.
void add_base_vertices(const Relief& relief, const rf_terrain& base, const rf_rectangle& area, VertexWriter& writer) {
  if (!base.terrain_vertices) return;
  const double* const found = writer.xyz + 3 * static_cast<size_t>(writer.count);
  const uint32_t count = base.terrain_vertices(base.user, &area, writer.xyz + 3 * static_cast<size_t>(writer.count),
                                               writer.capacity - writer.count);
  const double near = 1e-6 * relief.spacing();
  Relief::Cell cell;
  for (uint32_t i = 0; i < count; ++i) {
    const double x = found[3 * i], y = found[3 * i + 1], z = found[3 * i + 2];
    Relief::Range column, row;
    if (relief.nodes_inside(x - near, x + near, column) && column.first <= column.last &&
        relief.nodes_inside(y - near, y + near, row) && row.first <= row.last) {
      continue;
    }
    writer.add(x, y, z + relief.at(x, y, cell).height);
  }
}

}  // namespace

uint32_t rough_vertices(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity) {
  const rf_roughness& roughness = *static_cast<const rf_roughness*>(user);
  const Relief relief(roughness);
  VertexWriter writer = {xyz, capacity};
  add_lattice_vertices(relief, roughness.base, *area, writer);
  add_base_vertices(relief, roughness.base, *area, writer);
  return writer.count;
}

}  // namespace rockfall
