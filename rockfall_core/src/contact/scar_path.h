// Decay of the scar of a rock that moves through soil, for doubles and SIMD lanes.
#pragma once

#include "numerics/inline_calls.h"
#include "numerics/real.h"

namespace rockfall {

/// Bounding diameters that a rock moves in the soil before its scar decays. @param scar_length  of rf_settings
ROCKFALL_ALWAYS_INLINE double diameters_of_scar(double scar_length) { return scar_length > 0 ? scar_length : 1e300; }

/// Depth of the rebound surface at the end of a step in the soil. After a path of some bounding diameters in the soil
/// the scar of the impact is behind the rock: its depth decays over one more diameter, down to a thousandth of the
/// radius, until vertices that enter the soil deepen it again. An assumption of rockfall. Lu et al. 2019 describe
/// single impacts, whose scars are shorter.
/// @param depth         0 out of the soil
/// @param scar_path     rf_state::scar_path after the step
/// @param path_of_step  length of the path of S in the step
/// @param radius        of the bounding sphere
/// @param diameters     diameters_of_scar
template <class Real>
Real depth_left_on_path(const Real& depth, const Real& scar_path, const Real& path_of_step, const Real& radius,
                        double diameters) {
  const Real diameter = 2.0 * radius, decayed = depth * (diameter / (diameter + path_of_step));
  return select(scar_path > diameters * diameter, select(depth > 1e-3 * radius, decayed, depth), depth);
}

}  // namespace rockfall
