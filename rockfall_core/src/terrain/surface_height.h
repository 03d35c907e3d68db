// The height of the ground at a point, without normal and ground parameters.
#pragma once

#include <rockfall/terrain.h>

#include "terrain/surface_memory.h"

namespace rockfall {

/// True if heights take so much less time than samples that points above the ground are best found by their heights.
bool has_fast_heights(const rf_terrain& terrain);

/// Height at (x, y), with the bits of a sample; false where there is no ground.
/// @param memory  of an earlier call with the same terrain, or {}
bool surface_height(const rf_terrain& terrain, double x, double y, SurfaceMemory& memory, double& z);

}  // namespace rockfall
