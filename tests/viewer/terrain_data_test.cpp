#include "terrain_data.h"

#include <doctest/doctest.h>

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

}  // namespace

TEST_CASE("heights for contour lines are means over a node and its eight neighbours") {
  CHECK(smoothed_peak(5) == std::vector<float>{1, 2, 1, 0, 2, 4, 2, 0, 1, 2, 1, 0});
  // At a corner of the terrain its node stands for the three neighbours beyond the border, too.
  CHECK(smoothed_peak(0) == std::vector<float>{9, 3, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0});
}
