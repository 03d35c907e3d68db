// Recognises the built-in terrains by their callbacks; no other file compares them.
#pragma once

#include "terrain/bounds.h"
#include "terrain/grid.h"
#include "terrain/height_field.h"
#include "terrain/plane.h"
#include "terrain/roughness.h"

namespace rockfall {

/// The grid of an rf_terrain made from an rf_grid; null for every other terrain.
inline const rf_grid* grid_of(const rf_terrain& terrain) {
  return terrain.sample == grid_sample ? static_cast<const rf_grid*>(terrain.user) : nullptr;
}

/// The height field of an rf_terrain made from an rf_height_field; null for every other terrain.
inline const rf_height_field* height_field_of(const rf_terrain& terrain) {
  return terrain.sample == height_field_sample ? static_cast<const rf_height_field*>(terrain.user) : nullptr;
}

/// The plane of an rf_terrain made from an rf_plane; null for every other terrain.
inline const rf_plane* plane_of(const rf_terrain& terrain) {
  return terrain.sample == plane_sample ? static_cast<const rf_plane*>(terrain.user) : nullptr;
}

/// The roughness of an rf_terrain made from an rf_roughness; null for every other terrain.
inline const rf_roughness* roughness_of(const rf_terrain& terrain) {
  return terrain.sample == rough_sample ? static_cast<const rf_roughness*>(terrain.user) : nullptr;
}

/// The bounds of an rf_terrain made from an rf_terrain_bounds; null for every other terrain.
inline const rf_terrain_bounds* bounds_of(const rf_terrain& terrain) {
  return terrain.sample == bounded_sample ? static_cast<const rf_terrain_bounds*>(terrain.user) : nullptr;
}

/// False if no upper plane of a terrain is hole_free, at any place.
inline bool may_be_hole_free(const rf_terrain& terrain) {
  if (const rf_roughness* const roughness = roughness_of(terrain)) return may_be_hole_free(roughness->base);
  return terrain.upper_plane && !bounds_of(terrain);
}

}  // namespace rockfall
