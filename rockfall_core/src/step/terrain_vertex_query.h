// Tests whether a terrain vertex is inside the hull of a rock: such contacts the SIMD lanes do not find themselves
// (rigid_contact_search.h, soil_query.h).
#pragma once

#include <rockfall/step.h>
#include <rockfall/terrain.h>

#include "contact/vertex_kernels.h"
#include "step/ground_query.h"

namespace rockfall {

struct BatchJob;

/// True if a terrain vertex of the grid is inside the hull of a rock, or not all of them are searched.
/// @param position  of S at the midpoint of the step, I
/// @param rotation  A_IK there, by rows
/// @param plane     above the ground below the rock
bool touches_terrain_vertex(const BatchJob& job, const rf_rock& rock, const double position[3],
                            const double rotation[9], const rf_upper_plane& plane);

/// True if a terrain vertex is inside the hull of a rock. @param position, rotation  as above
/// @param place  of the vertex, I
bool hull_contains(const rf_rock& rock, const double position[3], const double rotation[9], const double place[3]);

}  // namespace rockfall
