// Terrains with another terrain as base: relief and bounds.
#pragma once

#include <rockfall/terrain.h>

namespace rockfall {

/// Whether the bases of a terrain form a cycle: it has no ground then.
bool is_its_own_base(const rf_terrain& terrain);

}  // namespace rockfall
