// How many nodes the callbacks of a built-in terrain look at: a measure of their work.
#pragma once

#include <rockfall/terrain.h>

namespace rockfall {

/// Nodes around a rectangle, not cut at the edge of the terrain.
struct NodeCounts {
  double stored;  // of a grid or height field
  double relief;  // of relief over it, whose heights are computed
};

/// @return  0 for terrains of the host and for planes
NodeCounts nodes_over(const rf_terrain& terrain, const rf_rectangle& area);

}  // namespace rockfall
