// Checks a triangulated surface and merges coplanar triangles to faces.
#pragma once

#include "rock/cloud.h"
#include "rock/rock.h"

namespace rockfall {

/// True if every directed edge occurs once and once reversed, and the surface is a topological sphere (Euler:
/// T = 2 V - 4).
/// @param edges  scratch array of 3 * triangle_count keys
bool is_closed_surface(const uint32_t* triangles, uint32_t triangle_count, uint32_t vertex_count, uint64_t* edges);

struct FaceSeed {
  double height;  // smallest height of the triangle, m: small if its plane is inaccurate
  uint32_t triangle;
};

enum class TriangleState : uint8_t {
  open,
  plain,  // no fourth vertex of the surface is in its plane or above it
  merged  // belongs to a face
};

struct FaceScratch {
  FaceSeed* seeds;        // one per triangle
  TriangleState* state;   // one per triangle
  uint32_t* stamp;        // one per vertex: number of the last face whose plane contains it
  uint32_t* members;      // one per vertex: vertices in the plane of the face
  uint32_t* found;        // one per triangle: triangles in the plane of the face
  uint32_t* owned_first;  // one per vertex and one more: where its triangles start in `owned`
  uint32_t* owned;        // one per triangle: every triangle once, at one of its corners
  uint32_t* seen;         // one per vertex, of the SurfaceWalk
  uint32_t* order;        // one per vertex, of the VertexTree
  double* tree;           // VertexTree::doubles(vertex count)
};

struct Surface {
  const double* vertices;
  uint32_t vertex_count;
  const uint32_t* triangles;
  uint32_t triangle_count;
  const uint32_t* star_first;  // see rf_rock
  const StarTriangle* stars;
  bool is_convex;  // up to rounding, for sure
};

/// Merges coplanar triangles to faces: outward unit normal n and the smallest d with n . x <= d for every vertex.
/// @param faces  array of four doubles per triangle
/// @return       number of faces; 0 if the surface is not convex
uint32_t merge_faces(const Surface& surface, const Cloud& cloud, const FaceScratch& scratch, double* faces);

}  // namespace rockfall
