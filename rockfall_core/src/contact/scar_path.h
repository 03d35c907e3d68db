// How a rock that moves on in the soil leaves its scar behind, for doubles and SIMD lanes.
#pragma once

#include "numerics/real.h"

namespace rockfall {

/// Depth of the rebound surface at the end of a step in the soil. After a path of two bounding diameters in the soil
/// the scar of the impact is behind the rock: its depth decays over one more diameter, down to a thousandth of the
/// radius, until vertices that enter the soil deepen it again. An assumption of rockfall. Lu et al. 2019 describe
/// single impacts, whose scars are shorter.
/// @param depth         0 out of the soil
/// @param scar_path     rf_state::scar_path after the step
/// @param path_of_step  length of the path of S in the step
/// @param radius        of the bounding sphere
template <class Real>
Real depth_left_on_path(const Real& depth, const Real& scar_path, const Real& path_of_step, const Real& radius) {
  const Real diameter = 2.0 * radius, decayed = depth * (diameter / (diameter + path_of_step));
  return select(scar_path > 2.0 * diameter, select(depth > 1e-3 * radius, decayed, depth), depth);
}

}  // namespace rockfall
