// The cooked shape: one relocatable block with a header and arrays at offsets.
#pragma once

#include <rockfall/rock.h>

#include <cstdint>

/// One triangle of those around a vertex. With that vertex first, b and c are its other corners in outward order.
struct StarTriangle {
  uint32_t b, c;
  uint32_t triangle;
};

/// Four neighbours of a vertex, in their order around it. The last block of a vertex is filled up with the first
/// neighbour.
struct StarBlock {
  static constexpr uint32_t kSize = 4;
  static constexpr uint32_t kMostVertices = 256;  // rocks with more have no blocks

  double place[3][kSize];  // K
  double area[3][kSize];   // outward normal times area of the triangle up to the next neighbour; 0 where filled up
  uint32_t rest;           // of the blocks of the vertex, after this one
};

// Lengths in m, K coordinates unless said otherwise.
struct alignas(RF_MEMORY_ALIGNMENT) rf_rock {
  uint64_t mark;   // kRockMark: distinguishes a block of this layout from other bytes
  uint64_t bytes;  // of the whole block in use
  double mass;     // kg
  double cube_root_of_mass;
  double volume;      // m3
  double density;     // kg/m3
  double inertia[3];  // principal moments, ascending, kg m2
  double inverse_inertia[3];
  double centre_of_mass[3];  // S in B
  double frame[4];           // A_BK
  double extent[3];
  double bounding_radius;
  double half_diagonal;  // of the box of `extent`
  uint32_t vertex_count;
  uint32_t padded_count;  // vertex_count rounded up to a multiple of 8
  uint32_t triangle_count;
  uint32_t face_count;
  // Offsets in bytes from the start of the block.
  uint32_t vertices_offset;     // vertex_count * 3 doubles x y z
  uint32_t padded_offset;       // 3 * padded_count doubles: all x, all y, all z; padded with the last vertex
  uint32_t faces_offset;        // face_count * 4 doubles: outward unit normal n, then d with n.x <= d inside
  uint32_t triangles_offset;    // triangle_count * 3 vertex indices
  uint32_t areas_offset;        // triangle_count * 3 doubles: outward normal times area
  uint32_t star_first_offset;   // vertex_count + 1 numbers: where the star of each vertex starts
  uint32_t stars_offset;        // triangle_count * 3 StarTriangles, by vertex, in the order of the triangles
  uint32_t block_first_offset;  // vertex_count + 1 numbers: where the StarBlocks of each vertex start
  uint32_t blocks_offset;       // StarBlocks, by vertex

  template <class T>
  const T* array(uint32_t offset) const {
    return reinterpret_cast<const T*>(reinterpret_cast<const unsigned char*>(this) + offset);
  }
  const double* vertices() const { return array<double>(vertices_offset); }
  const double* vertex(uint32_t i) const { return vertices() + 3 * static_cast<size_t>(i); }
  const double* padded_x() const { return array<double>(padded_offset); }
  const double* padded_y() const { return padded_x() + padded_count; }
  const double* padded_z() const { return padded_y() + padded_count; }
  const double* face(uint32_t i) const { return array<double>(faces_offset) + 4 * static_cast<size_t>(i); }
  const uint32_t* triangles() const { return array<uint32_t>(triangles_offset); }
  const double* area(uint32_t triangle) const {
    return array<double>(areas_offset) + 3 * static_cast<size_t>(triangle);
  }
  /// The triangles around vertex i: from star(i) to before star(i + 1).
  const StarTriangle* star(uint32_t i) const { return stars() + star_first()[i]; }
  const uint32_t* star_first() const { return array<uint32_t>(star_first_offset); }
  const StarTriangle* stars() const { return array<StarTriangle>(stars_offset); }
  bool has_star_blocks() const { return vertex_count <= StarBlock::kMostVertices; }
  /// The blocks of vertex i: from star_blocks()[first[i]] to before star_blocks()[first[i + 1]].
  const uint32_t* star_block_first() const { return array<uint32_t>(block_first_offset); }
  const StarBlock* star_blocks() const { return array<StarBlock>(blocks_offset); }
};

namespace rockfall {

/// Letters, the number of the layout, which changes with the members and arrays of rf_rock, and its size.
constexpr uint64_t kRockMark = (uint64_t{0x6b636f72} << 32) | (uint64_t{1} << 16) | sizeof(rf_rock);

}  // namespace rockfall
