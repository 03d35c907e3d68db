#include "live/forest.h"

#include <rockfall/rockfall.h>

#include <algorithm>
#include <cmath>

namespace sandbox::live {
namespace {

constexpr double least_height = 4;  // m; a lower layer is no forest
constexpr double full_drag = 500;   // kg/s, of a forest with a tree at every place

}  // namespace

std::vector<rockfall_viewer::Tree> trees_of(const rf_terrain& terrain, const rf_rectangle& area, std::size_t most) {
  const double width = area.x_max - area.x_min, depth = area.y_max - area.y_min;
  const double spacing = std::max(5.0, std::sqrt(width * depth / static_cast<double>(std::max<std::size_t>(most, 1))));
  const auto columns = static_cast<std::uint32_t>(width / spacing), rows = static_cast<std::uint32_t>(depth / spacing);
  std::vector<rockfall_viewer::Tree> trees;
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      double place[2], chance[2];
      rf_random_pair(77, row * columns + column, 0, place);
      rf_random_pair(77, row * columns + column, 1, chance);
      const double x = area.x_min + (column + place[0]) * spacing, y = area.y_min + (row + place[1]) * spacing;
      rf_terrain_sample ground{};
      if (rf_terrain_at(&terrain, x, y, &ground) != RF_OK || ground.exists == 0) continue;
      if (ground.ground.layer_height < least_height) continue;
      if (chance[0] > ground.ground.layer_drag / full_drag) continue;
      const double height = ground.ground.layer_height * (0.45 + 0.4 * chance[1]);
      trees.push_back({{static_cast<float>(x), static_cast<float>(y), static_cast<float>(ground.height),
                        static_cast<float>(std::min(height, 40.0))},
                       static_cast<float>(std::fmod(7.3 * chance[1], 1.0))});
    }
  }
  return trees;
}

}  // namespace sandbox::live
