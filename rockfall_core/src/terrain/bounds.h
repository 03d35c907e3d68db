// Upper planes for a terrain without them: the highest samples of coarse cells.
#pragma once

#include <rockfall/terrain_formats.h>

namespace rockfall {

/// Largest rf_terrain_bounds::samples.
constexpr uint32_t kMostBoundSamples = 1024;

/// Sides of the coarse cells, m.
inline double coarse_width(const rf_terrain_bounds& b) { return (b.area.x_max - b.area.x_min) / b.columns; }
inline double coarse_depth(const rf_terrain_bounds& b) { return (b.area.y_max - b.area.y_min) / b.rows; }

/// Sample the coarse cells that a rectangle touches.
void sample_bounds(rf_terrain_bounds& bounds, const rf_rectangle& area);

// Callbacks of an rf_terrain made from an rf_terrain_bounds.
void bounded_sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out);
void bounded_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out);
uint32_t bounded_vertices(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity);
uint32_t bounded_material(void* user, double x, double y);

}  // namespace rockfall
