// The loops of contact/vertex_kernels.h, with one vertex or triangle in each SIMD lane. Included by batch_baseline.cpp
// and batch_avx2.cpp; everything has internal linkage.
#pragma once

#include <cstring>

#include "contact/submerged_share.h"
#include "contact/vertex_kernels.h"
#include "numerics/lanes.h"

namespace rockfall {
namespace {

constexpr uint32_t kPack = static_cast<uint32_t>(kPackCount);
constexpr uint32_t kVertexBlock = 8;  // padded_count is a multiple of it
static_assert(kVertexBlock % kPack == 0, "a block is filled with whole vectors");

// The vertices for which a condition on whole vectors is true. @param index  has room for those of a block
template <class Condition>
inline uint32_t append_block(uint32_t first, uint32_t count, uint32_t* index, Condition condition) {
  uint32_t bits = 0;
  for (uint32_t k = 0; k < kVertexBlock; k += kPack) bits |= bits_of(condition(first + k)) << k;
  for_each_bit(bits, [&](uint32_t k) { index[count++] = first + k; });
  return count;
}

// Without the repetitions of the last vertex.
inline uint32_t without_padding(const uint32_t* index, uint32_t count, uint32_t vertex_count) {
  while (count > 0 && index[count - 1] >= vertex_count) --count;
  return count;
}

ROCKFALL_INLINE_CALLS uint32_t find_candidates(const VertexSearch& search, uint32_t& cursor, uint32_t* index) {
  const VertexArrays& v = search.vertices;
  const double *const d = search.direction, limit = search.limit;
  uint32_t count = 0, first = cursor;
  for (; first < v.padded_count && count + kVertexBlock <= FoundVertices::kMost; first += kVertexBlock) {
    count = append_block(first, count, index, [&](uint32_t i) {
      const Pack along = d[0] * pack_at(v.x + i) + d[1] * pack_at(v.y + i) + d[2] * pack_at(v.z + i);
      return along - limit <= 0.0;
    });
  }
  cursor = first;
  return without_padding(index, count, v.count);
}

// Cells of a grid, and the heights of their corners.
struct CellPack {
  Pack h00, h10, h01, h11;
  Pack eta, xi;  // position inside the cell
};

// @param u, v  numbers of cells from the first node, inside the grid
template <class Number>
inline CellPack cells_at(const GridView& grid, const Number* heights, const Pack& u, const Pack& v) {
  // The far edge belongs to the last cell.
  const Pack last_column = packed(grid.columns - 2.0), last_row = packed(grid.rows - 2.0);
  const Pack column = whole_part(select(u < last_column, u, last_column)),
             row = whole_part(select(v < last_row, v, last_row)), node = row * grid.columns + column;
  const PackPair near = gathered_pairs(heights, node), far = gathered_pairs(heights + grid.columns, node);
  return {near.first, near.second, far.first, far.second, u - column, v - row};
}

// The ground below the vertices found, from the first on; lanes without vertex have the index 0. Returns the bits of
// those not above it.
inline uint32_t find_ground(const VertexSearch& search, uint32_t first, FoundVertices& found) {
  const VertexArrays& vertices = search.vertices;
  const GridView& grid = *search.grid;
  const double *const a = search.rotation, *const s = search.position;
  const uint32_t* const index = found.index + first;
  const Pack arm_x = elements_of(vertices.x, index), arm_y = elements_of(vertices.y, index),
             arm_z = elements_of(vertices.z, index);
  const auto place = [&](int k) {
    const Pack at = s[k] + (a[k] * arm_x + (a[3 + k] * arm_y + a[6 + k] * arm_z));
    store_pack(at, found.place[k] + first);
    return at;
  };
  const Pack x = place(0), y = place(1), z = place(2), zero = packed(0.0);
  const PackMask inside = (x >= grid.x0) & (y >= grid.y0) & (x <= grid.x_max) & (y <= grid.y_max);
  const Pack u = select(inside, (x - grid.x0) * grid.per_x, zero), v = select(inside, (y - grid.y0) * grid.per_y, zero);
  const CellPack c = grid.heights_f32 ? cells_at(grid, grid.heights_f32, u, v) : cells_at(grid, grid.heights_f64, u, v);
  const Pack height = interpolated(c.h00, c.h10, c.h01, c.h11, c.eta, c.xi);
  store_pack(height, found.height + first);
  Pack normal[3];
  write_surface_normal(c.h00, c.h10, c.h01, c.h11, c.eta, c.xi, grid.per_x, grid.per_y, normal);
  store_pack(normal[0], found.normal[0] + first);
  store_pack(normal[1], found.normal[1] + first);
  store_pack(normal[2], found.normal[2] + first);
  return bits_of(inside & is_finite(height) & ~(z - height > 0.0));
}

ROCKFALL_INLINE_CALLS void find_not_above(const VertexSearch& search, uint32_t& cursor, FoundVertices& found) {
  const uint32_t count = find_candidates(search, cursor, found.index);
  found.not_above = 0;
  if (count == 0) return;
  for (uint32_t i = 0; i < kPack; ++i) found.index[count + i] = 0;
  for (uint32_t i = 0; i < count; i += kPack) found.not_above |= find_ground(search, i, found) << i;
  found.not_above &= ~uint32_t{0} >> (FoundVertices::kMost - count);
}

// Triangles with a corner below the plane. Their areas are added in the order of the triangles.
class TriangleAreas {
 public:
  static constexpr uint32_t kCapacity = 64;  // whole vectors

  TriangleAreas(const SubmergedSearch& search, const double* heights) : search_(search), heights_(heights) {
    std::memset(added_, 0, search.triangle_count);
  }

  // The triangles of which vertex i is the first below the plane; call it for these vertices in ascending order.
  void add_from(uint32_t i) {
    const double own = heights_[i];
    const StarTriangle* const end = search_.stars + search_.star_first[i + 1];
    uint32_t count = count_;
    for (const StarTriangle* s = search_.stars + search_.star_first[i]; s != end; ++s) {
      if (added_[s->triangle]) continue;
      added_[s->triangle] = true;
      put(count, own, heights_[s->b], heights_[s->c], search_.areas + 3 * static_cast<uint64_t>(s->triangle));
      if (++count == kCapacity) count = add_areas(count);
    }
    count_ = count;
  }

  SubmergedAreas sum() {
    const double none[3] = {0, 0, 0};  // adding zero changes no bit of the sums, which start with +0
    for (uint32_t i = count_; i % kPack != 0; ++i) put(i, -1, -1, -1, none);
    add_areas(count_);
    return sum_;
  }

 private:
  void put(uint32_t i, double a, double b, double c, const double area[3]) {
    height_[0][i] = a;
    height_[1][i] = b;
    height_[2][i] = c;
    for (int k = 0; k < 3; ++k) area_[k][i] = area[k];
  }

  // Those of the first triangles. Returns the number of triangles left.
  uint32_t add_areas(uint32_t count) {
    const double* const d = search_.direction;
    for (uint32_t i = 0; i < count; i += kPack) {
      const Pack share = submerged_share(pack_at(height_[0] + i), pack_at(height_[1] + i), pack_at(height_[2] + i));
      const Pack across =
          share * (pack_at(area_[0] + i) * d[0] + (pack_at(area_[1] + i) * d[1] + pack_at(area_[2] + i) * d[2]));
      const Pack front = select(across > 0.0, across, packed(0.0));
      for (int lane = 0; lane < kPackCount; ++lane) {
        sum_.front += front[lane];
        sum_.all += across[lane];
      }
    }
    return 0;
  }

  const SubmergedSearch& search_;
  const double* const heights_;  // of all vertices
  SubmergedAreas sum_ = {0, 0};
  uint32_t count_ = 0;
  double height_[3][kCapacity], area_[3][kCapacity];
  bool added_[SubmergedSearch::kMostTriangles];
};

ROCKFALL_INLINE_CALLS SubmergedAreas submerged_areas(const SubmergedSearch& search) {
  const VertexArrays& v = search.vertices;
  const double *const n = search.normal, clearance = search.clearance;
  double heights[SubmergedSearch::kMostVertices];
  uint32_t below[SubmergedSearch::kMostVertices], count = 0;
  for (uint32_t i = 0; i < v.padded_count; i += kVertexBlock) {
    count = append_block(i, count, below, [&](uint32_t k) {
      const Pack height = clearance + (n[0] * pack_at(v.x + k) + (n[1] * pack_at(v.y + k) + n[2] * pack_at(v.z + k)));
      store_pack(height, heights + k);
      return height < 0.0;
    });
  }
  count = without_padding(below, count, v.count);
  TriangleAreas areas(search, heights);
  for (uint32_t k = 0; k < count; ++k) areas.add_from(below[k]);
  return areas.sum();
}

ROCKFALL_INLINE_CALLS void find_heights(const VertexArrays& v, const HeightCoefficients& of, uint32_t first,
                                        MovingVertices& found) {
  const double *const a = of.height_gradient, *const e = of.approach_gradient;
  Pack lowest = packed(1e300);
  uint32_t i = 0;
  for (; first + i < v.padded_count && i < MovingVertices::kMost; i += kPack) {
    const Pack x = pack_at(v.x + first + i), y = pack_at(v.y + first + i), z = pack_at(v.z + first + i);
    const Pack height = of.height + (a[0] * x + a[1] * y + a[2] * z);
    store_pack(height, found.height + i);
    store_pack(of.approach + (e[0] * x + e[1] * y + e[2] * z), found.approach + i);
    lowest = select(height < lowest, height, lowest);
  }
  const uint32_t rest = v.count - first;
  found.count = rest < i ? rest : i;
  found.lowest = 0;
  double smallest = lowest[0];
  for (int lane = 1; lane < kPackCount; ++lane) smallest = lowest[lane] < smallest ? lowest[lane] : smallest;
  while (found.lowest + 1 < found.count && found.height[found.lowest] > smallest) ++found.lowest;
}

// Bit i is set unless height - steps (approach + more) > 0 and height > 0.
ROCKFALL_INLINE_CALLS uint64_t find_approaching(const MovingVertices& of, double steps, double more) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < of.count; i += kPack) {
    const Pack height = pack_at(of.height + i);
    const PackMask clear = (height > 0.0) & (height - steps * (pack_at(of.approach + i) + more) > 0.0);
    bits |= static_cast<uint64_t>(bits_of(~clear)) << i;
  }
  return bits & ~uint64_t{0} >> (MovingVertices::kMost - of.count);
}

constexpr VertexKernels kVertexKernels = {find_candidates, find_not_above, submerged_areas, find_heights,
                                          find_approaching};

}  // namespace
}  // namespace rockfall
