// Point clouds of the standard shapes.
#pragma once

#include <rockfall/rock.h>

namespace rockfall {

/// Number of points of a shape.
uint32_t shape_point_count(const rf_shape_def& def);

/// Write them, 3 * shape_point_count(def) doubles.
void shape_points(const rf_shape_def& def, double* points);

}  // namespace rockfall
