// A terrain sampled at the nodes of a regular grid, for upload to the GPU.
#ifndef ROCKFALL_VIEWER_TERRAIN_DATA_H
#define ROCKFALL_VIEWER_TERRAIN_DATA_H

#include <cstdint>
#include <vector>

#include "rockfall_viewer/viewer.h"

namespace rockfall_viewer {

/** Heights and colours at the nodes of a grid; plain data without OpenGL. */
struct TerrainData {
  std::uint32_t columns = 0, rows = 0;
  double x0 = 0, y0 = 0;             ///< of node (0, 0), m
  double x_max = 0, y_max = 0;       ///< edge of the area; no node is sampled beyond it, m
  double cell_x = 1, cell_y = 1;     ///< m
  double base = 0;                   ///< reference of the heights, m
  float lowest = 0, highest = 0;     ///< heights of ground relative to the base, m; holes are excluded
  std::vector<float> heights;        ///< relative to the base, row by row; interpolated in holes
  std::vector<std::uint8_t> ground;  ///< red, green, blue, and alpha: 255 where there is ground, 0 in holes
};

/** Samples a terrain. Throws ViewerError for an area that is empty, infinite or without ground. */
TerrainData sample_terrain(const rf_terrain& terrain, const TerrainExtent& extent);

/** For contour lines: each height with a quarter of the weight, its eight neighbours with the rest, because heights may
 * be rounded to steps of one cell. A node beyond the border has the height of the nearest one. */
std::vector<float> smoothed_heights(const TerrainData& data);

/** Samples the colours of the ground again. */
void sample_ground(const rf_terrain& terrain, TerrainData& data);

}  // namespace rockfall_viewer
#endif
