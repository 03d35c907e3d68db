// The work of the callbacks of built-in terrains, in units of about one processor instruction.
#pragma once

#include <rockfall/terrain.h>

namespace rockfall {

/// Estimates, counted for x86-64: a sample of a grid, and a node of a grid or height field in the search for terrain
/// vertices.
constexpr double kSampleWork = 120, kNodeWork = 30;

/// Nodes of a grid or height field around a rectangle, below any relief, not cut at the edge of the terrain; 0 for
/// terrains of the host and for planes.
double stored_nodes(const rf_terrain& terrain, const rf_rectangle& area);

/// Work of an upper plane; 0 for callbacks of the host and for planes.
double upper_plane_work(const rf_terrain& terrain, const rf_rectangle& area);

/// Work of a sample; that of a callback of the host is not known and counts as one of a grid.
double sample_work(const rf_terrain& terrain);

/// Work on a node of relief in the search for terrain vertices.
double relief_node_work(const rf_roughness& roughness);

/// Work of the search for terrain vertices below a rock; 0 for terrains of the host and for planes.
double vertex_search_work(const rf_terrain& terrain, const rf_rectangle& area);

}  // namespace rockfall
