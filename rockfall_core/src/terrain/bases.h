// Terrains that stand on others.
#pragma once

#include <rockfall/terrain.h>

namespace rockfall {

/// Whether a terrain comes back to itself on the way down through the bases of relief and bounds: it has no ground.
bool is_its_own_base(const rf_terrain& terrain);

}  // namespace rockfall
