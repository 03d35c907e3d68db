// The face of a hull that a point lies farthest outside of.
#pragma once

#include "numerics/linear.h"
#include "rock/rock.h"

namespace rockfall {

/// Index of the face whose plane has the largest signed distance to a point (K), and that distance, m; the hull has
/// faces.
uint32_t farthest_face(const rf_rock& rock, const Vec3& point, double& distance);

}  // namespace rockfall
