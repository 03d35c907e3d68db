// Convex hull of a point cloud; the implementation is chosen at build time (hull_qhull.cpp or hull_none.cpp).
#pragma once

#include "rock/cloud.h"

namespace rockfall {

bool has_hull_library();

/// Triangles of the convex hull, counter-clockwise seen from outside, as indices of points, in an order that depends
/// on the points only. Of equal points the first one is used. Allocates and frees heap memory.
/// @param triangles       array for 2 * count triangles
/// @param triangle_count  set on success
/// @return RF_OK, RF_NO_HULL_LIBRARY or RF_HULL_FAILED
rf_status convex_hull(const double* points, uint32_t count, const Cloud& cloud, uint32_t* triangles,
                      uint32_t* triangle_count, rf_error* error);

}  // namespace rockfall
