// An infinite inclined plane as a terrain.
#pragma once

#include <rockfall/terrain.h>

namespace rockfall {

void plane_sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out);
uint32_t plane_material(void* user, double x, double y);
void plane_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out);

}  // namespace rockfall
