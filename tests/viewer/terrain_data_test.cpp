#include "terrain_data.h"

#include <doctest/doctest.h>
#include <rockfall/terrain.h>

#include <cstdint>
#include <vector>

using namespace rockfall_viewer;

namespace {

std::vector<float> smoothed_peak(std::size_t node) {
  TerrainData data;
  data.columns = 4;
  data.rows = 3;
  data.heights.assign(12, 0.0f);
  data.heights[node] = 16;
  return smoothed_heights(data);
}

/** Level ground as far as the edge, which is the user pointer. */
void sample_to_edge(void* user, const double* xy, std::uint32_t count, rf_terrain_sample* out) {
  const double edge = *static_cast<const double*>(user);
  for (std::uint32_t i = 0; i < count; ++i) {
    out[i] = rf_terrain_sample{};
    out[i].exists = xy[2 * i] <= edge && xy[2 * i + 1] <= edge ? 1 : 0;
  }
}

}  // namespace

TEST_CASE("the last column and row lie inside the area whatever the rounding") {
  for (const int cells : {390, 400}) {
    const double start = 100.3;
    double edge = start + cells * 5.0;
    rf_terrain terrain = rf_default_terrain();
    terrain.sample = sample_to_edge;
    terrain.user = &edge;
    const TerrainData data = sample_terrain(terrain, {{start, start, edge, edge}, 5, 5});
    REQUIRE(data.columns == static_cast<std::uint32_t>(cells) + 1);
    bool complete = true;
    for (std::size_t texel = 3; texel < data.ground.size(); texel += 4)
      complete = complete && data.ground[texel] == 255;
    CHECK(complete);
  }
}

TEST_CASE("heights for contour lines are means over a node and its eight neighbours") {
  CHECK(smoothed_peak(5) == std::vector<float>{1, 2, 1, 0, 2, 4, 2, 0, 1, 2, 1, 0});
  // At a corner of the terrain its node replaces the three neighbours beyond the border, too.
  CHECK(smoothed_peak(0) == std::vector<float>{9, 3, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0});
}
