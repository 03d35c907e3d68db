// The ground of a grid at one point, for the SIMD lanes.
#pragma once

#include "rock/rock.h"
#include "terrain/grid.h"

namespace rockfall {

struct BatchJob;

/// The ground for a contact at a point; see GridTerrain::contact_ground_at.
rf_ground contact_ground_at(const BatchJob& job, double x, double y);

/// Add the drag of the layer around S and of the ground near or in contact, kg/s. False if a torque acts as well.
/// @param position  of S, over the grid
bool add_drag_below(const BatchJob& job, const rf_rock& rock, const double position[3], bool in_contact, double& drag);

}  // namespace rockfall
