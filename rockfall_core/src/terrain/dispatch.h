// Chooses the implementation of a step: built-in grid or callbacks.
#pragma once

#include "terrain/built_in.h"
#include "terrain/terrain.h"

namespace rockfall {

/// Call `visit` with the terrain as GridTerrain or CallbackTerrain, and return its result.
template <class Visit>
auto visit_terrain(const rf_terrain& terrain, Visit visit) {
  if (const rf_grid* const grid = grid_of(terrain)) return visit(GridTerrain(*grid));
  return visit(CallbackTerrain(terrain));
}

}  // namespace rockfall
