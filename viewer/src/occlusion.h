// How much of the sky is seen from the ground, for ambient light.
#ifndef ROCKFALL_VIEWER_OCCLUSION_H
#define ROCKFALL_VIEWER_OCCLUSION_H

#include <cstdint>
#include <vector>

#include "terrain_data.h"

namespace rockfall_viewer {

/** A coarse grid over the terrain, for a texture. */
struct Occlusion {
  std::uint32_t columns = 0, rows = 0;
  std::vector<std::uint8_t> sky;  ///< row by row: 255 where the whole sky is seen, 0 where nothing is
};

/** Sky seen from at most 192 x 192 points of the terrain, from the horizon in eight directions. */
Occlusion occlusion_of(const TerrainData& data);

}  // namespace rockfall_viewer
#endif
