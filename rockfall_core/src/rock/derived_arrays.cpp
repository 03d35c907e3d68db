#include "rock/derived_arrays.h"

#include <cstring>
#include <utility>

#include "numerics/linear.h"

namespace rockfall {
namespace {

// Repeats the vertices coordinate by coordinate.
void pad_vertices(const rf_rock& rock, const RockArrays& arrays) {
  const size_t padded = rock.padded_count, last = rock.vertex_count - 1;
  for (size_t i = 0; i < padded; ++i) {
    const double* const vertex = arrays.vertices + 3 * (i < last ? i : last);
    for (size_t k = 0; k < 3; ++k) arrays.padded[k * padded + i] = vertex[k];
  }
}

void compute_areas(const rf_rock& rock, const RockArrays& arrays) {
  for (size_t t = 0; t < rock.triangle_count; ++t) {
    const uint32_t* const corner = arrays.triangles + 3 * t;
    const auto vertex = [&](int k) { return load3(arrays.vertices + 3 * static_cast<size_t>(corner[k])); };
    const Vec3 first = vertex(0), area = 0.5 * (vertex(1) - first).cross(vertex(2) - first);
    store3(area, arrays.areas + 3 * t);
  }
}

void fill_stars(const rf_rock& rock, const RockArrays& arrays) {
  const size_t corners = 3 * static_cast<size_t>(rock.triangle_count);
  uint32_t* const first = arrays.star_first;
  std::memset(first, 0, (static_cast<size_t>(rock.vertex_count) + 1) * sizeof *first);
  // Counting sort. While the stars are filled, first[i + 1] is the end of the filled part of star i.
  for (size_t k = 0; k < corners; ++k) {
    if (arrays.triangles[k] + 1 < rock.vertex_count) ++first[arrays.triangles[k] + 2];
  }
  for (uint32_t i = 0; i < rock.vertex_count; ++i) first[i + 1] += first[i];
  for (uint32_t t = 0; t < rock.triangle_count; ++t) {
    const uint32_t* const corner = arrays.triangles + 3 * static_cast<size_t>(t);
    for (uint32_t k = 0; k < 3; ++k) {
      arrays.stars[first[corner[k] + 1]++] = {corner[(k + 1) % 3], corner[(k + 2) % 3], t};
    }
  }
}

// The triangle of a star whose corner b is a given vertex. In a star that is no ring: any other that is left.
uint32_t place_of(uint32_t b, const StarTriangle* star, uint32_t first, uint32_t count) {
  for (uint32_t k = first; k < count; ++k) {
    if (star[k].b == b) return k;
  }
  return first;
}

// Writes the blocks of a vertex, at least one, in the order in which its triangles follow each other. Returns their
// number.
uint32_t fill_blocks(const RockArrays& arrays, uint32_t vertex, StarBlock* blocks) {
  const uint32_t first = arrays.star_first[vertex], count = arrays.star_first[vertex + 1] - first;
  StarTriangle ring[6 * StarBlock::kMostVertices];  // all corners: the triangles may be those of no hull
  ring[0] = {vertex, vertex, 0};
  std::memcpy(ring, arrays.stars + first, count * sizeof *ring);
  for (uint32_t k = 1; k < count; ++k) std::swap(ring[k], ring[place_of(ring[k - 1].c, ring, k, count)]);
  const uint32_t block_count = count == 0 ? 1 : (count + StarBlock::kSize - 1) / StarBlock::kSize;
  for (uint32_t k = 0; k < block_count * StarBlock::kSize; ++k) {
    StarBlock& block = blocks[k / StarBlock::kSize];
    const uint32_t at = k % StarBlock::kSize;
    const StarTriangle& triangle = ring[k < count ? k : 0];
    block.rest = block_count - 1 - k / StarBlock::kSize;
    for (size_t axis = 0; axis < 3; ++axis) {
      block.place[axis][at] = arrays.vertices[3 * static_cast<size_t>(triangle.b) + axis];
      block.area[axis][at] = k < count ? arrays.areas[3 * static_cast<size_t>(triangle.triangle) + axis] : 0.0;
    }
  }
  return block_count;
}

void fill_star_blocks(const rf_rock& rock, const RockArrays& arrays) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < rock.vertex_count; ++i) {
    arrays.block_first[i] = count;
    count += fill_blocks(arrays, i, arrays.blocks + count);
  }
  arrays.block_first[rock.vertex_count] = count;
}

}  // namespace

void compute_derived_arrays(const rf_rock& rock, const RockArrays& arrays) {
  pad_vertices(rock, arrays);
  compute_areas(rock, arrays);
  fill_stars(rock, arrays);
  if (arrays.blocks) fill_star_blocks(rock, arrays);
}

}  // namespace rockfall
