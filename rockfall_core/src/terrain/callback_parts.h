// Parts of what the callbacks of a terrain return. Built-in terrains compute them without the rest, with the same bits.
#pragma once

#include <rockfall/terrain.h>

#include "terrain/ground_members.h"
#include "terrain/relief_cell.h"

namespace rockfall {

/// The upper plane of a terrain that has upper planes; slope_spread, which takes as long to find, may be 0.
rf_upper_plane plane_without_spread(const rf_terrain& terrain, const rf_rectangle& area);

/// Height and unit normal of the ground; false where there is none.
bool surface_without_ground(const rf_terrain& terrain, double x, double y, double& height, double normal[3]);

/// The grid of a terrain that is relief over it, with stored heights at all nodes around a square; null for others.
/// @param centre  x, y
const rf_grid* grid_below_stored_relief(const rf_terrain& terrain, const double centre[2], double half_side,
                                        ReliefView& relief);

/// Members of the ground at a point; false where there is none.
bool ground_members_at(const rf_terrain& terrain, double x, double y, GroundMembers members, double* out);

/// A sample; of the ground only what contacts need. False where there is none.
bool sample_for_contacts(const rf_terrain& terrain, double x, double y, rf_terrain_sample& out);

}  // namespace rockfall
