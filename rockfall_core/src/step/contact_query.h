// Ground query of a rock that is in contact already, where all ground is rigid and the same.
#pragma once

#include <rockfall/step.h>

#include "contact/ground_query.h"
#include "contact/vertex_kernels.h"

namespace rockfall {

struct BatchJob;

/// Vertex i of those found, as a contact on this ground.
DetectedContact contact_at(const rf_rock& rock, const FoundVertices& found, uint32_t i, const rf_ground& ground,
                           double rolling_arm);

/// True if a terrain vertex of the grid is inside the hull of a rock, or not all of them are searched.
/// @param position, rotation  see find_rigid_contacts
bool touches_terrain_vertex(const BatchJob& job, const rf_rock& rock, const double position[3],
                            const double rotation[9]);

/// The ground of all rocks of a scene if their contacts can be found by find_rigid_contacts; null otherwise.
const rf_ground* rigid_everywhere(const rf_scene& scene, const GridTerrain& grid);

/// The contacts of a rock with the ground job.rigid, as query_ground finds them, and their drag. There must be ground
/// everywhere around the rock. False if a terrain vertex is inside its hull or the lanes cannot make a step with these
/// contacts; `contacts` is undefined then.
/// @param position  of S at the midpoint, I
/// @param rotation  A_IK there, by rows
/// @param plane     above the ground below the rock, with its height below S
/// @param without_terrain_vertices  none is inside its bounding sphere; affects speed only
bool find_rigid_contacts(const BatchJob& job, const rf_rock& rock, const double position[3], const double rotation[9],
                         const rf_upper_plane& plane, bool without_terrain_vertices, DetectedContacts& contacts);

}  // namespace rockfall
