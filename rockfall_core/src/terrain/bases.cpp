#include "terrain/bases.h"

#include "terrain/dispatch.h"

namespace rockfall {
namespace {

// The terrain below a relief or bounds; null for every other terrain.
const rf_terrain* base_of(const rf_terrain& terrain) {
  if (const rf_roughness* const roughness = roughness_of(terrain)) return &roughness->base;
  if (const rf_terrain_bounds* const bounds = bounds_of(terrain)) return &bounds->base;
  return nullptr;
}

}  // namespace

// Floyd's cycle detection: of two pointers that go from base to base, the faster one meets the other in a cycle.
bool is_its_own_base(const rf_terrain& terrain) {
  const rf_terrain *slow = &terrain, *fast = &terrain;
  for (;;) {
    for (int k = 0; k < 2; ++k) {
      fast = base_of(*fast);
      if (!fast) return false;
    }
    slow = base_of(*slow);
    if (slow == fast) return true;
  }
}

}  // namespace rockfall
