// The height of the ground at a point, without normal and ground parameters.
#pragma once

#include <rockfall/terrain.h>

#include "terrain/surface_memory.h"

namespace rockfall {

/// Height at (x, y), with the bits of a sample; false where there is no ground.
/// @param memory  of an earlier call with the same terrain, or {}
bool surface_height(const rf_terrain& terrain, double x, double y, SurfaceMemory& memory, double& z);

}  // namespace rockfall
