// The submerged area of one rock, with several triangles in each SIMD lane. Everything has internal linkage.
#pragma once

#include "contact/submerged_share.h"
#include "contact/vertex_kernels.h"
#include "numerics/lanes.h"
#include "step/candidate_lanes.h"

namespace rockfall {
namespace {

inline double sum_of(const Quad& x) {
  double part[4];
  store_quad(x, part);
  return (part[0] + part[2]) + (part[1] + part[3]);
}

// x . a vector for each element of two blocks. @param first, second  of StarBlocks: place or area
inline Quads dots(const double x[3], const double (&first)[3][4], const double (&second)[3][4]) {
  return x[0] * quads_at(first[0], second[0]) +
         (x[1] * quads_at(first[1], second[1]) + x[2] * quads_at(first[2], second[2]));
}

constexpr uint32_t kHeights = 32;

// The heights over a plane of the vertices from the first on, as many as there are, but at most kHeights. Returns the
// bits of those below.
inline uint32_t write_heights(const VertexArrays& v, const double normal[3], double clearance, uint32_t first,
                              double height[kHeights]) {
  const double n0 = normal[0], n1 = normal[1], n2 = normal[2];
  uint32_t bits = 0;
  const auto write_block = [&](uint32_t block) {
    for (uint32_t i = block; i < block + kVertexBlock; i += kPack) {
      const uint32_t at = first + i;
      const Pack heights = clearance + (n0 * pack_at(v.x + at) + (n1 * pack_at(v.y + at) + n2 * pack_at(v.z + at)));
      store_pack(heights, height + i);
      bits |= bits_of(heights < 0.0) << i;
    }
  };
  const uint32_t left = v.count - first;
  if (left > kHeights - kVertexBlock) {
    for (uint32_t i = 0; i < kHeights; i += kVertexBlock) write_block(i);
  } else {
    for (uint32_t i = 0; i < left; i += kVertexBlock) write_block(i);
  }
  return left < kHeights ? bits & ((uint32_t{1} << left) - 1) : bits;
}

// submerged_area() of contact/soil_layer.h in lanes. The submerged triangles of a hull are visited around its vertices
// below the plane.
// @param n, d  normal and direction, K
ROCKFALL_INLINE_CALLS inline double submerged_area_of(const HullArrays& hull, const double n[3], double clearance,
                                                      const double d[3]) {
  const VertexArrays& v = hull.vertices;
  // The cut closes the submerged part. Its area is included by adding up the faces on the other side.
  const double normal[3] = {n[0], n[1], n[2]},
               side = normal[0] * d[0] + (normal[1] * d[1] + normal[2] * d[2]) > 0 ? -1.0 : 1.0;
  const double direction[3] = {side * d[0], side * d[1], side * d[2]};
  Quad front = quad_of(0.0);
  double height[kHeights];
  for (uint32_t start = 0; start < v.count; start += kHeights) {
    const uint32_t bits = write_heights(v, normal, clearance, start, height);
    for_each_bit(bits, [&](uint32_t k) {
      const StarBlock* const star = hull.blocks + hull.block_first[start + k];
      // The block after a last one is the first of the vertex.
      const auto after = [star](const StarBlock* block) { return block->rest != 0 ? block + 1 : star; };
      const auto heights_of = [&](const StarBlock* block) {
        return clearance + dots(normal, block->place, after(block)->place);
      };
      const Quads own = constant_like(Quads{}, height[k]), first = heights_of(star);
      Quads heights = first;
      for (const StarBlock* block = star;; block += kQuads) {
        const bool last = block->rest < kQuads;
        const Quads following = last ? first : heights_of(block + kQuads);
        const Quads share = submerged_share_of_corner(own, heights, next_lanes(heights, following));
        const Quads across = share * dots(direction, block->area, after(block)->area);
        front = sum_with(front, select(across > 0.0, across, constant_like(across, 0.0)), block->rest != 0);
        if (last) break;
        heights = following;
      }
    });
  }
  return sum_of(front);
}

}  // namespace
}  // namespace rockfall
