// Putting a rock above the ground.
#pragma once

#include <rockfall/step.h>

#include "rock/rock.h"

namespace rockfall {

/// Height of S at which the lowest gap between rock and ground is `clearance`. False if S is not over ground.
bool height_above_ground(const rf_rock& rock, const rf_terrain& terrain, const rf_state& state, double clearance,
                         double* z);

}  // namespace rockfall
