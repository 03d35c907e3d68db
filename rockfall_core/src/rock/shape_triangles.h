// The triangles of the standard shapes.
#pragma once

#include <rockfall/rock.h>

namespace rockfall {

/// Largest number of triangles; the random shape may have fewer. @param def  checked
uint32_t shape_triangle_limit(const rf_shape_def& def);

/// The ellipsoid and the random shape are wrapped: they have at most kMaxWrappedPoints points, and heap memory holds
/// their points during the call.
/// @param triangles  array for shape_triangle_limit(def) triangles of indices into the points of shape_points()
/// @return           number of triangles; 0 if the hull could not be computed
uint32_t shape_triangles(const rf_shape_def& def, uint32_t* triangles);

/// Is the hull of the shape computed?
inline bool is_wrapped(const rf_shape_def& def) { return def.kind > RF_SHAPE_DISC; }

}  // namespace rockfall
