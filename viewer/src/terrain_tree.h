// Level of detail of the terrain: a quadtree over the sampled nodes selects the patches to draw.
#ifndef ROCKFALL_VIEWER_TERRAIN_TREE_H
#define ROCKFALL_VIEWER_TERRAIN_TREE_H

#include <array>
#include <cstdint>
#include <vector>

#include "terrain_data.h"

namespace rockfall_viewer {

/** Cells along a side of a patch. Each patch is the same mesh; a cell of it covers `stride` x `stride` sampled cells.
 */
constexpr std::uint32_t patch_cells = 32;

/** One patch to draw. */
struct TerrainPatch {
  float column, row;  ///< of its first node
  float stride;       ///< sampled cells per cell of the patch: 1, 2, 4 ...
};

/** A half space a x + b y + c z + d >= 0 of the view frustum, relative to the eye. */
using HalfSpace = std::array<float, 4>;

/** Lowest and highest height of each square of the quadtree, level by level. No OpenGL. */
class TerrainTree {
 public:
  /** @param below  m, by which side faces reach below the lowest ground */
  explicit TerrainTree(const TerrainData& data, float below = 0);

  /** Selects the patches that may be visible. A patch is split if it is nearer than `detail` times its side length.
   *  @param eye      local coordinates, m
   *  @param frustum  half spaces relative to the eye; empty: everything is visible */
  void choose(const Vec3& eye, const std::vector<HalfSpace>& frustum, double detail,
              std::vector<TerrainPatch>& out) const;

 private:
  struct Level {
    std::uint32_t columns, rows;  // of squares
    std::vector<std::array<float, 2>> range;
  };
  struct Query;
  void visit(const Query& query, std::size_t level, std::uint32_t column, std::uint32_t row) const;

  std::uint32_t columns_, rows_;
  double x0_, y0_, cell_x_, cell_y_, base_;
  std::vector<Level> levels_;  // [0]: one square per patch of stride 1
};

}  // namespace rockfall_viewer
#endif
