// Heights above the ground up to which its parameters act, for the bounds of terrains.
#pragma once

#include <rockfall/ground.h>

#include "numerics/minmax.h"

namespace rockfall {

/// Heights, m; 0 where the parameters have no effect.
struct GroundHeights {
  double layer, contact_drag, roughness;
};

inline GroundHeights heights_of(const rf_ground& ground) {
  const bool layer_drag = ground.layer_drag > 0 || ground.layer_drag_rotation > 0;
  return {layer_drag ? ground.layer_height : 0, ground.contact_drag > 0 ? ground.contact_drag_height : 0,
          larger_of(ground.roughness_70, larger_of(ground.roughness_20, ground.roughness_10))};
}

}  // namespace rockfall
