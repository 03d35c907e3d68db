// The vertices of a rock that may lie at or below the ground, with one vertex in each SIMD lane. Everything has
// internal linkage.
#pragma once

#include "contact/vertex_kernels.h"
#include "numerics/lanes.h"

namespace rockfall {
namespace {

constexpr uint32_t kPack = static_cast<uint32_t>(kPackCount);
constexpr uint32_t kVertexBlock = 8;  // padded_count is a multiple of it
static_assert(kVertexBlock % kPack == 0, "a block is filled with whole vectors");

// All vertices with d . vertex <= limit, in ascending order. @param index  room for FoundVertices::kRoom
// @return  their number; if it is larger than FoundVertices::kMost, not all indices are written
inline uint32_t find_all_candidates(const VertexArrays& v, const double d[3], double limit, uint32_t* index) {
  uint32_t count = 0;
  const auto bits_at = [&](uint32_t i) {
    return bits_of(d[0] * pack_at(v.x + i) + d[1] * pack_at(v.y + i) + d[2] * pack_at(v.z + i) <= limit);
  };
  const auto append = [&](uint32_t first, uint32_t bits) {
    for_each_bit(bits, [&](uint32_t i) {
      if (count < FoundVertices::kMost) index[count] = first + i;
      ++count;
    });
  };
  uint32_t first = 0;
  for (; first + 32 <= v.padded_count; first += 32) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 32; i += kPack) bits |= bits_at(first + i) << i;
    append(first, bits);
  }
  for (; first < v.padded_count; first += kVertexBlock) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < kVertexBlock; i += kPack) bits |= bits_at(first + i) << i;
    append(first, bits);
  }
  if (count > FoundVertices::kMost) return count;
  while (count > 0 && index[count - 1] >= v.count) --count;
  return count;
}

}  // namespace
}  // namespace rockfall
