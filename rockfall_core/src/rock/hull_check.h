// Is a set of triangles the surface of a convex polyhedron? And which of its vertices and faces are real?
#pragma once

#include <rockfall/rock.h>

#include <cstdint>

namespace rockfall {

/// Closed (each directed edge once, its reverse once), indices in range, every point on or inside every triangle's
/// plane to 1e-9 of the extent. Errors: RF_BAD_HULL with the reason.
rf_status check_hull(const double* points, uint32_t point_count, const uint32_t* triangles, uint32_t triangle_count,
                     rf_error* error);

/// Fewer than four different points, or all in one plane (to 1e-9 of the extent)?
rf_status check_cloud(const double* points, uint32_t point_count, rf_error* error);

}  // namespace rockfall
