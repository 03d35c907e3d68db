// The standard shapes as point clouds.
#pragma once

#include <rockfall/rock.h>

namespace rockfall {

/// Number of points of a shape with a valid kind.
uint32_t shape_point_count(const rf_shape_def& def);

/// @param def     checked
/// @param points  array of 3 * shape_point_count(def) doubles
void shape_points(const rf_shape_def& def, double* points);

}  // namespace rockfall
