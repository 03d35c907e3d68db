// Which pieces of a terrain are drawn, and how coarsely: a quadtree over the lattice.
#ifndef ROCKFALL_VIEWER_TERRAIN_TREE_H
#define ROCKFALL_VIEWER_TERRAIN_TREE_H

#include <array>
#include <cstdint>
#include <vector>

#include "terrain_data.h"

namespace rockfall_viewer {

/** Cells along a side of a patch: every patch is the same mesh, stretched over `stride` cells of the lattice each. */
constexpr std::uint32_t patch_cells = 32;

/** One patch to be drawn. */
struct TerrainPatch {
  float column, row;  ///< of its first node
  float stride;       ///< lattice cells to a cell of the patch: 1, 2, 4 ...
};

/** A plane a x + b y + c z + d >= 0 of what can be seen, relative to the eye. */
using HalfSpace = std::array<float, 4>;

/** Lowest and highest heights by squares of the lattice, level by level. No OpenGL. */
class TerrainTree {
 public:
  explicit TerrainTree(const TerrainData& data);

  /** Patches that may be seen from an eye. A patch is split where it is nearer than `detail` times its side.
   *  @param eye    local coordinates, m
   *  @param space  half spaces relative to the eye; none: everything is seen */
  void choose(const Vec3& eye, const std::vector<HalfSpace>& space, double detail,
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
  std::vector<Level> levels_;  // [0] are the squares of one patch at stride 1
};

}  // namespace rockfall_viewer
#endif
