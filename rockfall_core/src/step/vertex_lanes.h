// The loops of contact/vertex_kernels.h, with one vertex or triangle in each SIMD lane. Included by
// batch_baseline.cpp, batch_avx2.cpp and batch_avx512.cpp; everything has internal linkage.
#pragma once

#include "step/candidate_lanes.h"
#include "step/ground_pack.h"
#include "step/submerged_lanes.h"

namespace rockfall {
namespace {

ROCKFALL_INLINE_CALLS uint32_t find_candidates(const VertexSearch& search, uint32_t& cursor, uint32_t* index) {
  const VertexArrays& v = search.vertices;
  uint32_t count = 0, first = cursor;
  for (; first < v.padded_count && count + kVertexBlock <= FoundVertices::kMost; first += kVertexBlock) {
    for_each_bit(candidate_bits(v, search.direction, search.limit, first),
                 [&](uint32_t k) { index[count++] = first + k; });
  }
  cursor = first;
  return without_padding(index, count, v.count);
}

// Position of a rock, and A_IK by columns.
struct Pose {
  double position[3];
  double rotation[9];
};

// @param index  of kPackCount vertices
inline GroundPack ground_below(const VertexArrays& v, const GridView& grid, const Pose& at, const uint32_t* index) {
  const Pack arm[3] = {elements_of(v.x, index), elements_of(v.y, index), elements_of(v.z, index)};
  return ground_below(arm, at.position, at.rotation, grid);
}

inline void store_ground(const GroundPack& below, uint32_t first, FoundVertices& found) {
  for (int k = 0; k < 3; ++k) {
    store_pack(below.place[k], found.place[k] + first);
    store_pack(below.normal[k], found.normal[k] + first);
  }
  store_pack(below.height, found.height + first);
}

// Find the ground below a vector of the vertices found; lanes without a vertex have the index 0. Returns the bits of
// those not above it.
inline uint32_t find_ground(const VertexSearch& search, uint32_t first, FoundVertices& found) {
  Pose at;
  for (int k = 0; k < 3; ++k) at.position[k] = search.position[k];
  for (int k = 0; k < 9; ++k) at.rotation[k] = search.rotation[k];
  GroundPack below = ground_below(search.vertices, *search.grid, at, found.index + first);
  if (search.relief) raise_ground(*search.relief, below);
  store_ground(below, first, found);
  return bits_of(below.not_above);
}

ROCKFALL_INLINE_CALLS void find_not_above(const VertexSearch& search, uint32_t& cursor, FoundVertices& found) {
  const uint32_t count = find_candidates(search, cursor, found.index);
  found.not_above = 0;
  if (count == 0) return;
  for (uint32_t i = 0; i < kPack; ++i) found.index[count + i] = 0;
  for (uint32_t i = 0; i < count; i += kPack) found.not_above |= find_ground(search, i, found) << i;
  found.not_above &= ~uint32_t{0} >> (FoundVertices::kMost - count);
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
  double smallest = lowest[0];
  for (int lane = 1; lane < kPackCount; ++lane) smallest = lowest[lane] < smallest ? lowest[lane] : smallest;
  found.lowest = found.count - 1;
  for (uint32_t k = 0; k < i; k += kPack) {
    const uint32_t bits = bits_of(~(pack_at(found.height + k) > smallest));
    if (bits == 0) continue;
    const uint32_t lowest_of_pack = k + lowest_bit(bits);
    if (lowest_of_pack < found.lowest) found.lowest = lowest_of_pack;
    break;
  }
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

template <class Number>
uint64_t find_high_nodes_in(const Number* heights, const NodeRow& row) {
  constexpr double kEach[] = {0, 1, 2, 3, 4, 5, 6, 7};
  static_assert(kPackCount <= 8, "a number for each lane");
  const Number* const z = heights + row.first;
  const auto is_high = [&row](const auto& i, const auto& height) {
    const auto x = row.x + row.cell * i, above = height - row.centre;
    return (height > row.height + row.rise * i) & (x * x + above * above < row.square);
  };
  uint64_t bits = 0;
  uint32_t i = 0;
  for (; i + kPack <= row.count; i += kPack) {
    bits |= static_cast<uint64_t>(bits_of(is_high(static_cast<double>(i) + pack_at(kEach), pack_at(z + i)))) << i;
  }
  for (; i < row.count; ++i) {
    bits |= static_cast<uint64_t>(is_high(static_cast<double>(i), static_cast<double>(z[i]))) << i;
  }
  return bits;
}

ROCKFALL_INLINE_CALLS uint64_t find_high_nodes(const GridView& grid, const NodeRow& row) {
  return grid.heights_f32 ? find_high_nodes_in(grid.heights_f32, row) : find_high_nodes_in(grid.heights_f64, row);
}

constexpr VertexKernels kVertexKernels = {find_candidates, find_not_above,   submerged_area_of,
                                          find_heights,    find_approaching, find_high_nodes};

}  // namespace
}  // namespace rockfall
