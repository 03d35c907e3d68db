// A terrain sampled on a regular lattice, as the GPU gets it.
#ifndef ROCKFALL_VIEWER_TERRAIN_DATA_H
#define ROCKFALL_VIEWER_TERRAIN_DATA_H

#include <cstdint>
#include <vector>

#include "rockfall_viewer/viewer.h"

namespace rockfall_viewer {

/** Heights at the nodes of a lattice; plain data without OpenGL. */
struct TerrainData {
  std::uint32_t columns = 0, rows = 0;
  double x0 = 0, y0 = 0;             ///< of node (0, 0), m
  double cell_x = 1, cell_y = 1;     ///< m
  double base = 0;                   ///< m: heights are above it
  float lowest = 0, highest = 0;     ///< above the base; over ground only
  std::vector<float> heights;        ///< row by row; holes have the lowest height
  std::vector<std::uint8_t> ground;  ///< red, green, blue, 255 over ground and 0 in holes
};

/** Samples a terrain. Throws ViewerError for an area that is empty, endless, or without ground. */
TerrainData sample_terrain(const rf_terrain& terrain, const TerrainExtent& extent);

/** Samples the colours of the ground again. */
void sample_ground(const rf_terrain& terrain, TerrainData& data);

}  // namespace rockfall_viewer
#endif
