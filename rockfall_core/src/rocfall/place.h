// Placement of a point or a sphere above the ground, for the legacy models.
#pragma once

#include <rockfall/step.h>

#include "body/body.h"

namespace rockfall::rocfall {

/// The height of S at which a point or a sphere would touch the ground after moving down by `clearance`.
/// @return false if (x, y) of the state is not over ground
bool height_of_placement(const Body& body, const rf_terrain& terrain, const rf_state& state, double clearance,
                         double* z);

}  // namespace rockfall::rocfall
