// What maps say of the ground below the results.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "plot/map_parts.h"
#include "run/statistics.h"
#include "slope.h"
#include "temporary.h"

namespace {

struct GroundMap {
  sandbox::GroundNote note;
  std::vector<std::uint8_t> bytes;  ///< three for each pixel
};

/** A map of 21 x 21 nodes, 2 m apart, that descend by 1 m per cell. @param hole  without node 10, 10 */
GroundMap map_of_slope(const Temporary& temporary, bool hole) {
  std::string grid = "ncols 21\nnrows 21\nxllcenter 0\nyllcenter -20\ncellsize 2\nNODATA_value -9999\n";
  for (int row = 0; row < 21; ++row) {
    for (int column = 0; column < 21; ++column) {
      grid += (hole && row == 10 && column == 10 ? "-9999" : std::to_string(-column)) + " ";
    }
    grid += "\n";
  }
  const std::string file = temporary.write(hole ? "hole.asc" : "whole.asc", grid).string();
  std::string text = slope;
  const std::size_t begin = text.find("kind = \"ramp\""), end = text.find("[[rock]]");
  text.replace(begin, end - begin, "file = \"" + file + "\"\n");
  const auto scenario = sandbox::parse_scenario(text, "s.toml");
  const sandbox::BuiltScene built(scenario);
  sandbox::RunOptions options;
  options.rocks = 1;
  options.quiet = true;
  const sandbox::RunResult result = sandbox::run_rocks(built, options);
  const sandbox::CampaignStatistics statistics = sandbox::summarise(result);
  sandbox::View view;
  view.area = built.grid_area();
  view.scale = 10;
  view.box = {0, 0, 400, 400};
  sandbox::Canvas canvas(400, 400, {255, 255, 255});
  const sandbox::GroundNote note =
      sandbox::draw_ground(canvas, view, {scenario, built, result, statistics}, sandbox::no_pixels(view));
  return {note, canvas.bytes()};
}

/** Number of pixels below and to the right of (x, y), in a square of 32, that are darker than all shaded ground. */
int dark_pixels(const std::vector<std::uint8_t>& bytes, int x, int y) {
  int count = 0;
  for (int j = y; j < y + 32; ++j) {
    for (int i = x; i < x + 32; ++i) count += bytes[3 * static_cast<std::size_t>(400 * j + i)] < 160;
  }
  return count;
}

}  // namespace

TEST_CASE("a map says how far its contours are apart, and that it is hatched where the terrain has a hole") {
  const Temporary temporary;
  CHECK(sandbox::text_of(map_of_slope(temporary, false).note) == "contours every 1 m");
  const GroundMap with_hole = map_of_slope(temporary, true);
  CHECK(sandbox::text_of(with_hole.note) == "contours every 1 m; hatched: no terrain");
  // The hole is 40 pixels wide around the middle of the map.
  CHECK(dark_pixels(with_hole.bytes, 184, 184) == 32 * 32 / 8);
  CHECK(sandbox::text_of(sandbox::GroundNote{}).empty());
}
