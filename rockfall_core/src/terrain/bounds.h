// Upper planes for a terrain without them: the highest samples of coarse cells.
#pragma once

#include <rockfall/terrain_formats.h>

namespace rockfall {

/// Sample the coarse cells that a rectangle touches.
void sample_bounds(rf_terrain_bounds& bounds, const rf_rectangle& area);

// Callbacks of an rf_terrain made from an rf_terrain_bounds.
void bounded_sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out);
void bounded_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out);
uint32_t bounded_vertices(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity);
uint32_t bounded_material(void* user, double x, double y);

}  // namespace rockfall
