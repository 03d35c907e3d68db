// The triangles of those standard shapes whose hull is known.
#pragma once

#include <rockfall/rock.h>

namespace rockfall {

/// Number of triangles; 0 for the ellipsoid and the random shape, whose hull must be computed.
/// @param def  checked
uint32_t shape_triangle_count(const rf_shape_def& def);

/// @param triangles  array of 3 * shape_triangle_count(def) indices into the points of shape_points()
void shape_triangles(const rf_shape_def& def, uint32_t* triangles);

}  // namespace rockfall
