// Convex hull of a point cloud. The only implementation is hull_qhull.cpp; builds without Qhull have hull_none.cpp.
#pragma once

#include <rockfall/rock.h>

#include <cstdint>

namespace rockfall {

/// Triangles of the convex hull, counter-clockwise seen from outside, in an order that depends on the points alone.
/// @param points     point_count points
/// @param triangles  room for 3 * (2 * point_count) indices
rf_status convex_hull(const double* points, uint32_t point_count, uint32_t* triangles, uint32_t* triangle_count,
                      rf_error* error);

/// Whether convex_hull works in this build.
bool has_convex_hull();

}  // namespace rockfall
