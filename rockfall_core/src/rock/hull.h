// Convex hull of a point cloud; the implementation is chosen at build time (hull_qhull.cpp or hull_none.cpp).
#pragma once

#include "rock/cloud.h"

namespace rockfall {

bool has_hull_library();

/// How points that lie in one plane up to rounding are treated.
enum class HullMethod {
  exact,   // as they are, with coordinates rounded to a grid before: usually takes O(n log n)
  merged,  // as one facet: points inside it are no vertices; takes the cube of the number of its corners
  by_size  // merged for hulls of up to kMaxMergedVertices vertices, exact for larger ones
};

/// Hulls of up to this number of vertices are computed with HullMethod::merged first.
constexpr uint32_t kMaxMergedVertices = 2000;

/// Clouds of more points are never computed with HullMethod::merged if their hull is larger than that.
constexpr uint32_t kMaxMergedPoints = 20000;

/// Triangles of the convex hull, counter-clockwise seen from outside, as indices of points, in an order that depends
/// on the points only. Of equal points the first one is used. Allocates and frees heap memory.
/// @param method          the wanted one; by_size is replaced by the one that was chosen
/// @param triangles       array for 2 * count triangles
/// @param triangle_count  set on success
/// @return RF_OK, RF_NO_HULL_LIBRARY or RF_HULL_FAILED
rf_status convex_hull(const double* points, uint32_t count, const Cloud& cloud, HullMethod* method, uint32_t* triangles,
                      uint32_t* triangle_count, rf_error* error);

}  // namespace rockfall
