#include "terrain/roughness.h"

#include <cmath>
#include <cstddef>
#include <limits>

#include "numerics/minmax.h"
#include "numerics/philox.h"
#include "numerics/real.h"
#include "terrain/callback_parts.h"
#include "terrain/callback_work.h"
#include "terrain/cells.h"
#include "terrain/dispatch.h"
#include "terrain/relief_vertices.h"
#include "terrain/vertex_writer.h"

namespace rockfall {
namespace {

// Shares of the surface with the two higher classes of obstacles; the third has the rest.
constexpr double kShare10 = 0.1, kShare20 = 0.2;

// Makes the random numbers of nodes differ from those of releases with the same seed.
constexpr uint32_t kStream = 0x52474800u;

// Largest number of nodes for which an extent is computed from their heights.
constexpr int64_t kMaxExactNodes = 64;

// Work of one search for terrain vertices, see relief_node_work(). A step makes up to 17 of them.
constexpr double kMaxLatticeWork = 5e5;

struct Index {
  int64_t whole;
  double fraction;
};

// Splits a position in units of the spacing into node and fraction; false for NaN and beyond kMostReliefNode.
bool split(double u, Index& index) {
  if (!(u > -kMostReliefNode && u < kMostReliefNode)) return false;
  const int64_t truncated = static_cast<int64_t>(u);
  index.whole = static_cast<double>(truncated) > u ? truncated - 1 : truncated;
  index.fraction = u - static_cast<double>(index.whole);
  return true;
}

// What lies below all relief.
const rf_terrain& without_relief(const rf_terrain& terrain) {
  const rf_roughness* const roughness = roughness_of(terrain);
  return roughness ? without_relief(roughness->base) : terrain;
}

// Heights of the obstacles of the three classes, the most frequent one first.
void write_obstacles(const rf_ground& ground, double obstacles[3]) {
  obstacles[0] = ground.roughness_70;
  obstacles[1] = ground.roughness_20;
  obstacles[2] = ground.roughness_10;
}

bool has_obstacle_fields(const rf_grid& grid) {
  return grid.fields[RF_GROUND_ROUGHNESS_70] || grid.fields[RF_GROUND_ROUGHNESS_20] ||
         grid.fields[RF_GROUND_ROUGHNESS_10];
}

}  // namespace

Relief::Relief(const rf_roughness& roughness)
    : roughness_(roughness),
      base_(without_relief(roughness.base)),
      uniform_(nullptr),
      spacing_(roughness.spacing),
      highest_(roughness.base.roughness_max),
      seed_(roughness.seed),
      column_(roughness.column),
      row_(roughness.row) {
  if (const rf_plane* const plane = plane_of(base_)) uniform_ = &plane->ground;
  const rf_grid* const grid = grid_of(base_);
  if (grid && !has_obstacle_fields(*grid)) uniform_ = &grid->ground;
  const rf_height_field* const field = height_field_of(base_);
  if (field && !field->grounds) uniform_ = &field->ground;
}

// One uniform number r gives the class, and its place inside the share of the class gives u. No branches: they would be
// mispredicted.
double Relief::obstacle_height(const double obstacles[3], uint32_t random) const {
  constexpr double kUnit = 1.0 / 4294967296.0, kRest = 1 - kShare10 - kShare20;
  const double r = random * kUnit;
  const bool not70 = r < kShare10 + kShare20, is10 = r < kShare10;
  const double largest = select(is10, obstacles[2], select(not70, obstacles[1], obstacles[0]));
  const double start = select(is10, 0, select(not70, kShare10, kShare10 + kShare20));
  const double per_share = select(is10, 1 / kShare10, select(not70, 1 / kShare20, 1 / kRest));
  const double height = largest * ((r - start) * per_share);
  // The bound holds even if callbacks of the host exceed it or return NaN.
  return limited_height(height, highest_);
}

bool Relief::obstacles_at(int64_t column, int64_t row, double obstacles[3]) const {
  const double x = static_cast<double>(column) * spacing_, y = static_cast<double>(row) * spacing_;
  return ground_members_at(base_, x, y, {RF_GROUND_ROUGHNESS_70, RF_GROUND_ROUGHNESS_10}, obstacles);
}

double Relief::node_height(int64_t column, int64_t row, uint32_t random) const {
  double obstacles[3];
  if (uniform_) {
    write_obstacles(*uniform_, obstacles);
    return obstacle_height(obstacles, random);
  }
  return obstacles_at(column, row, obstacles) ? obstacle_height(obstacles, random) : 0;
}

ReliefView Relief::stored() const {
  return {roughness_.heights,
          static_cast<double>(roughness_.first_column),
          static_cast<double>(roughness_.first_row),
          static_cast<double>(roughness_.columns),
          static_cast<double>(roughness_.rows),
          spacing_,
          highest_};
}

bool Relief::stores(int64_t column, int64_t row, int64_t width, int64_t depth) const {
  const int64_t left = column - roughness_.first_column, low = row - roughness_.first_row;
  return roughness_.heights && left >= 0 && low >= 0 && left + width <= int64_t{roughness_.columns} &&
         low + depth <= int64_t{roughness_.rows};
}

void Relief::node_heights(int64_t column, int64_t row, int64_t width, int64_t depth, double* heights) const {
  if (!stores(column, row, width, depth)) return compute_heights(column, row, width, depth, heights);
  const auto left = static_cast<size_t>(column - roughness_.first_column),
             low = static_cast<size_t>(row - roughness_.first_row);
  const double* from = roughness_.heights + low * roughness_.columns + left;
  for (int64_t r = 0; r < depth; ++r, from += roughness_.columns, heights += width) {
    // Limited, so that nothing happens if the caller has changed them.
    for (int64_t c = 0; c < width; ++c) heights[c] = limited_height(from[c], highest_);
  }
}

// Each draw has the numbers of a block of two by two nodes.
void Relief::compute_heights(int64_t column, int64_t row, int64_t width, int64_t depth, double* heights) const {
  const uint32_t key[2] = {static_cast<uint32_t>(seed_), static_cast<uint32_t>(seed_ >> 32)};
  const int64_t first_column = column + column_, first_row = row + row_;
  const int64_t last_column = first_column + width - 1, last_row = first_row + depth - 1;
  for (int64_t r = first_row - (first_row & 1); r <= last_row; r += 2) {
    for (int64_t c = first_column - (first_column & 1); c <= last_column; c += 2) {
      const uint64_t x = static_cast<uint64_t>(c), y = static_cast<uint64_t>(r);
      const uint32_t high = (static_cast<uint32_t>(x >> 32) << 16) ^ (static_cast<uint32_t>(y >> 32) & 0xFFFFu);
      const uint32_t counter[4] = {static_cast<uint32_t>(x), static_cast<uint32_t>(y), high, kStream};
      uint32_t random[4];
      philox4x32(counter, key, random);
      for (int64_t k = 0; k < 4; ++k) {
        const int64_t node_column = c + (k & 1), node_row = r + (k >> 1);
        const int64_t i = node_column - first_column, j = node_row - first_row;
        if (i < 0 || node_column > last_column || j < 0 || node_row > last_row) continue;
        heights[j * width + i] = node_height(column + i, row + j, random[k]);
      }
    }
  }
}

// False where there is no relief.
ROCKFALL_ALWAYS_INLINE bool Relief::find(double x, double y, ReliefCell& cell, Place& place) const {
  Index u, v;
  if (!split(x / spacing_, u) || !split(y / spacing_, v)) return false;
  if (!cell.known || cell.column != u.whole || cell.row != v.whole) {
    cell.column = u.whole;
    cell.row = v.whole;
    cell.known = true;
    node_heights(u.whole, v.whole, 2, 2, cell.h);
  }
  place = {u.fraction, v.fraction};
  return true;
}

Relief::Point Relief::at(double x, double y, ReliefCell& cell) const {
  Place place;
  if (!find(x, y, cell, place)) return {0, 0, 0};
  const ReliefCorners<double> corners = corners_of(cell, place);
  const RisesOfCell<double> rises = relief_rises(corners);
  return {relief_height(corners), rises.u / spacing_, rises.v / spacing_};
}

double Relief::height_at(double x, double y, ReliefCell& cell) const {
  Place place;
  return find(x, y, cell, place) ? relief_height(corners_of(cell, place)) : 0;
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
  return true;
}

bool Relief::has_node_at(double x, double y) const {
  const double near = 1e-6 * spacing_;
  Range column, row;
  return nodes_inside(x - near, x + near, column) && column.first <= column.last &&
         nodes_inside(y - near, y + near, row) && row.first <= row.last;
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
  node_heights(columns.first, rows.first, width, depth, heights);
  double highest = 0, largest_rise = 0;
  for (int64_t r = 0, i = 0; r < depth; ++r) {
    for (int64_t c = 0; c < width; ++c, ++i) {
      const double height = heights[i];
      highest = larger_of(highest, height);
      if (c > 0) largest_rise = larger_of(largest_rise, std::fabs(height - heights[i - 1]));
      if (r > 0) largest_rise = larger_of(largest_rise, std::fabs(height - heights[i - width]));
    }
  }
  return {highest, largest_rise / spacing_};
}

void raise_surface(const Relief& relief, double x, double y, ReliefCell& cell, double& height, double normal[3]) {
  const Relief::Point above = relief.at(x, y, cell);
  height += above.height;
  add_slopes(above.slope_x, above.slope_y, normal);
}

void raise_plane(const rf_roughness& roughness, const rf_rectangle& area, rf_upper_plane& plane) {
  const Relief::Extent extent = Relief(roughness).extent(area);
  plane.height += extent.height;
  if (plane.slope_spread > 0) plane.slope_spread += extent.slope * (1 + 1e-9);
}

void rough_sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  const rf_roughness& roughness = *static_cast<const rf_roughness*>(user);
  roughness.base.sample(roughness.base.user, xy, count, out);
  const Relief relief(roughness);
  ReliefCell cell = {};
  for (uint32_t i = 0; i < count; ++i) {
    if (out[i].exists) raise_surface(relief, xy[2 * i], xy[2 * i + 1], cell, out[i].height, out[i].normal);
  }
}

uint32_t rough_material(void* user, double x, double y) {
  return material_at(static_cast<const rf_roughness*>(user)->base, x, y);
}

void rough_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
  const rf_roughness& roughness = *static_cast<const rf_roughness*>(user);
  *out = callback_plane(roughness.base, *area);
  raise_plane(roughness, *area, *out);
}

namespace {

// Heights of the surface at the nodes of a tile and around it; NaN where there is no ground.
struct Tile {
  static constexpr int kSide = kTile + 2;
  double z[kSide][kSide];
};

// The nodes of a tile as a grid.
struct TileLayout {
  uint32_t columns, rows;
  double cell_x, cell_y;
};

void fill_tile(const Relief& relief, const rf_terrain& base, int64_t column, int64_t row, int width, int depth,
               Tile& tile) {
  double heights[Tile::kSide * Tile::kSide];
  relief.node_heights(column - 1, row - 1, width + 2, depth + 2, heights);
  visit_terrain(base, [&](const auto& terrain) {
    for (int r = 0; r < depth + 2; ++r) {
      const double y = static_cast<double>(row + r - 1) * relief.spacing();
      for (int c = 0; c < width + 2; ++c) {
        const double x = static_cast<double>(column + c - 1) * relief.spacing();
        double z;
        tile.z[r][c] =
            terrain.height_at(x, y, z) ? z + heights[r * (width + 2) + c] : std::numeric_limits<double>::quiet_NaN();
      }
    }
    return 0;
  });
}

// Adds the nodes of a tile that stand out. It ends early where there is no room for more.
void add_tile_vertices(const Relief& relief, const Tile& tile, int64_t column, int64_t row, int width, int depth,
                       VertexWriter& writer) {
  const TileLayout layout = {Tile::kSide, Tile::kSide, relief.spacing(), relief.spacing()};
  const auto node_height = [&tile](uint32_t c, uint32_t r) { return tile.z[r][c]; };
  for (int r = 1; r <= depth; ++r) {
    for (int c = 1; c <= width; ++c) {
      const double z = tile.z[r][c];
      if (!is_convex_node(layout, static_cast<uint32_t>(c), static_cast<uint32_t>(r), z, node_height)) continue;
      if (writer.full()) return;
      writer.add(static_cast<double>(column + c - 1) * relief.spacing(),
                 static_cast<double>(row + r - 1) * relief.spacing(), z);
    }
  }
}

// Adds the nodes of the lattice that stand out, tile by tile. Returns false if there are nodes that are not searched.
bool add_lattice_vertices(const rf_roughness& roughness, const Relief& relief, const rf_rectangle& area,
                          VertexWriter& writer) {
  Relief::Range columns, rows;
  if (!relief.nodes_inside(area.x_min, area.x_max, columns)) return true;
  if (!relief.nodes_inside(area.y_min, area.y_max, rows)) return true;
  const int64_t stride = tile_stride(roughness, area);
  Tile tile;
  const bool all_visited = visit_tiles(columns, rows, stride, [&](int64_t column, int64_t row, int width, int depth) {
    if (writer.full()) return false;
    fill_tile(relief, roughness.base, column, row, width, depth, tile);
    add_tile_vertices(relief, tile, column, row, width, depth, writer);
    return true;
  });
  return all_visited && stride == 1;
}

// The vertices of the base, raised by the relief, without those at a node, which add_lattice_vertices() looks at.
// Returns false if there may be more.
bool add_base_vertices(const Relief& relief, const rf_terrain& base, const rf_rectangle& area, VertexWriter& writer) {
  if (!base.terrain_vertices) return true;
  const uint32_t room = writer.capacity - writer.count;
  double* const found = writer.xyz + 3 * static_cast<size_t>(writer.count);
  const uint32_t count = callback_vertices(base, area, found, room);
  ReliefCell cell = {};
  for (uint32_t i = 0; i < count; ++i) {
    const double x = found[3 * i], y = found[3 * i + 1], z = found[3 * i + 2];
    if (!relief.has_node_at(x, y)) writer.add(x, y, z + relief.height_at(x, y, cell));
  }
  return count < room;
}

}  // namespace

int64_t tile_stride(const rf_roughness& roughness, const rf_rectangle& area) {
  const double most = smaller_of(kMaxVertexNodes, kMaxLatticeWork / relief_node_work(roughness));
  const double tiles_per_length = 1 / (kTile * roughness.spacing);
  return static_cast<int64_t>(whole_stride((area.x_max - area.x_min) * tiles_per_length + 1,
                                           (area.y_max - area.y_min) * tiles_per_length + 1, most / (kTile * kTile)));
}

uint32_t rough_vertices(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity) {
  const rf_roughness& roughness = *static_cast<const rf_roughness*>(user);
  const Relief relief(roughness);
  VertexWriter writer = {xyz, capacity};
  const bool lattice_done = add_lattice_vertices(roughness, relief, *area, writer);
  const bool base_done = add_base_vertices(relief, roughness.base, *area, writer);
  if (!lattice_done || !base_done) writer.fill_up();
  return writer.count;
}

}  // namespace rockfall
