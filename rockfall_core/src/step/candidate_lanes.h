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

// Bits of those of a block of vertices with d . vertex <= limit. @param first  of the block
inline uint32_t candidate_bits(const VertexArrays& v, const double d[3], double limit, uint32_t first) {
  uint32_t bits = 0;
  for (uint32_t k = 0; k < kVertexBlock; k += kPack) {
    const uint32_t i = first + k;
    bits |= bits_of(d[0] * pack_at(v.x + i) + d[1] * pack_at(v.y + i) + d[2] * pack_at(v.z + i) <= limit) << k;
  }
  return bits;
}

// Number of the candidates without the repetitions of the last vertex, which fill the last lanes.
inline uint32_t without_padding(const uint32_t* index, uint32_t count, uint32_t vertex_count) {
  while (count > 0 && index[count - 1] >= vertex_count) --count;
  return count;
}

// Vertices whose candidate bits are found at once.
constexpr uint32_t kCandidateBits = 32;

// Candidate bits of vertex `first` and of those after it, without the repetitions of the last one.
inline uint32_t all_candidate_bits(const VertexArrays& v, const double d[3], double limit, uint32_t first) {
  uint32_t bits = 0;
  if (first + kCandidateBits <= v.padded_count) {
    for (uint32_t i = 0; i < kCandidateBits; i += kVertexBlock) bits |= candidate_bits(v, d, limit, first + i) << i;
  } else {
    for (uint32_t i = first; i < v.padded_count; i += kVertexBlock) {
      bits |= candidate_bits(v, d, limit, i) << (i - first);
    }
  }
  return v.count - first < kCandidateBits ? bits & ((1u << (v.count - first)) - 1) : bits;
}

// Candidates of a rock among those of several rocks, which are searched together.
struct CandidateRange {
  uint32_t first, count;  // at most FoundVertices::kMost

  // Those of the bits of all candidates that are of this rock.
  uint32_t bits_of(uint64_t all) const {
    return static_cast<uint32_t>(all >> first) & (~uint32_t{0} >> (FoundVertices::kMost - count));
  }
};

}  // namespace
}  // namespace rockfall
