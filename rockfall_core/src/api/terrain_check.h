// Comparison of the callbacks of a terrain with each other.
#pragma once

#include <rockfall/terrain_formats.h>

namespace rockfall {

/// Where something was found.
struct Place {
  double x, y;
};

/// The kinds of findings, in the order of their importance.
enum class Finding : int {
  none,
  not_finite,
  impure,
  wrong_planes,
  below_ground,
  wrong_holes,
  wrong_normals,
  wrong_spread,
  too_many_vertices,  // counted as wrong vertices
  wrong_vertices,
  wrong_grounds
};
constexpr int kFindingCount = static_cast<int>(Finding::wrong_grounds) + 1;

/// @param first  the first place of the most important kind that was found
Finding check_terrain_callbacks(const rf_terrain& terrain, const rf_rectangle& area, uint32_t columns, uint32_t rows,
                                rf_terrain_findings& findings, Place& first);

}  // namespace rockfall
