// Checks of a triangulated surface, and its flat faces.
#pragma once

#include "rock/cloud.h"

namespace rockfall {

/// True if every directed edge occurs once and once reversed, and the surface is one sphere (Euler: T = 2 V - 4).
/// @param edges  room for 3 * triangle_count keys
bool is_closed_surface(const uint32_t* triangles, uint32_t triangle_count, uint32_t vertex_count, uint64_t* edges);

struct FaceSeed {
  double height;  // smallest of the triangle: how well it determines a plane
  uint32_t triangle;
  uint32_t unused;
};

struct FaceScratch {
  FaceSeed* seeds;  // one a triangle
  uint8_t* taken;   // one a triangle
  uint32_t* stamp;  // one a vertex
};

struct Surface {
  const double* vertices;
  uint32_t vertex_count;
  const uint32_t* triangles;
  uint32_t triangle_count;
};

/// Merge coplanar triangles to faces: outward unit normal n and the d that holds every vertex within n . x <= d.
/// @param faces  room for four doubles a triangle
/// @return       number of faces; 0 if the surface is not convex
uint32_t merge_faces(const Surface& surface, const Cloud& cloud, const FaceScratch& scratch, double* faces);

}  // namespace rockfall
