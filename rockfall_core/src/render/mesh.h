// The hull of a rock as a triangle mesh.
#pragma once

#include <rockfall/render.h>

#include "rock/rock.h"

namespace rockfall {

/// Set vertex_count and index_count of a mesh.
void count_mesh(const rf_rock& rock, rf_rock_mesh& mesh);

/// Write the arrays that the mesh has; they have been checked to be large enough.
void write_mesh(const rf_rock& rock, const rf_rock_mesh& mesh);

}  // namespace rockfall
