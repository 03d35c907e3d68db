#include "terrain_tree.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>

using namespace rockfall_viewer;

namespace {

TerrainData level_ground(std::uint32_t columns, std::uint32_t rows) {
  TerrainData data;
  data.columns = columns;
  data.rows = rows;
  data.heights.assign(std::size_t{columns} * rows, 0.0f);
  return data;
}

}  // namespace

TEST_CASE("the patches of a terrain cover each cell exactly once") {
  const TerrainData data = level_ground(301, 177);
  const TerrainTree tree(data);
  for (const Vec3& eye : {Vec3{10, 10, 2}, Vec3{150, 90, 300}, Vec3{-500, 0, 20}}) {
    std::vector<TerrainPatch> patches;
    tree.choose(eye, {}, 2.5, patches);
    std::vector<int> covered(300 * 176, 0);
    for (const TerrainPatch& patch : patches) {
      const auto side = static_cast<std::uint32_t>(patch.stride) * patch_cells;
      const auto c0 = static_cast<std::uint32_t>(patch.column), r0 = static_cast<std::uint32_t>(patch.row);
      for (std::uint32_t r = r0; r < std::min(r0 + side, 176u); ++r) {
        for (std::uint32_t c = c0; c < std::min(c0 + side, 300u); ++c) ++covered[r * 300 + c];
      }
    }
    CHECK(std::all_of(covered.begin(), covered.end(), [](int times) { return times == 1; }));
  }
}

TEST_CASE("patches near the eye have full detail, distant patches are coarser") {
  const TerrainTree tree(level_ground(2001, 2001));
  std::vector<TerrainPatch> patches;
  tree.choose({20, 20, 2}, {}, 2.5, patches);
  float nearest = 0, coarsest = 0;
  for (const TerrainPatch& patch : patches) {
    if (patch.column == 0 && patch.row == 0) nearest = patch.stride;
    coarsest = std::max(coarsest, patch.stride);
  }
  CHECK(nearest == 1);
  CHECK(coarsest >= 8);
  CHECK(patches.size() < 500);
}

TEST_CASE("patches outside the view frustum are not selected") {
  const TerrainTree tree(level_ground(1001, 1001));
  std::vector<TerrainPatch> all, ahead;
  tree.choose({500, 500, 5}, {}, 2.5, all);
  tree.choose({500, 500, 5}, {{1, 0, 0, 0}}, 2.5, ahead);
  CHECK(ahead.size() < 0.7 * static_cast<double>(all.size()));
  CHECK(!ahead.empty());
}
