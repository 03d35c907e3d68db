// Placements of rocks, for tests.
#pragma once

#include <rockfall/step.h>

#include "contact/placement.h"
#include "numerics/quaternion.h"
#include "support/scenes.h"

namespace contacts {

// A placement with a random orientation, near the ground of a grid or beyond its edge.
// @param beyond         how far, of the width of the grid
// @param low, high      bounds of the clearance, m
inline rockfall::Placement placement_near_ground(support::Random& random, const support::OnGrid& on, double beyond,
                                                 double low, double high) {
  rf_state state = rf_default_state();
  const double width = (on.grid.columns - 1) * on.grid.cell_x;
  state.position[0] = random.between(-beyond, 1 + beyond) * width;
  state.position[1] = random.between(-beyond, 1 + beyond) * width;
  random.orientation(state.orientation);
  if (rf_place_above_ground(&on.scene, &state, random.between(low, high), nullptr) != RF_OK) {
    state.position[2] = random.between(-1, 1);
  }
  return {rockfall::load3(state.position), rockfall::rotation_matrix(rockfall::load_quat(state.orientation))};
}

}  // namespace contacts
