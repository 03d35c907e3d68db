// Places a rock above the ground.
#pragma once

#include <rockfall/step.h>

#include "rock/rock.h"

namespace rockfall {

/// Computes the height z of S at which the smallest gap between rock and ground is `clearance`. False if there is no
/// ground below S, or neither below a vertex of the rock nor at a terrain vertex below it.
bool height_of_placement(const rf_rock& rock, const rf_terrain& terrain, const rf_state& state, double clearance,
                         double* z);

}  // namespace rockfall
