// External impulses.
#pragma once

#include <rockfall/step.h>

#include "body/body.h"

namespace rockfall {

/// Change the velocities of a rock that moves or has stopped by an impulse (N s, I) at a point (m, I), and wake it.
void apply_impulse(const Body& body, const double impulse[3], const double point[3], rf_state& state);

}  // namespace rockfall
