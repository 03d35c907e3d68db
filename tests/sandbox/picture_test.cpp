#include "io/picture.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>

#include "io/png.h"
#include "plot/canvas.h"
#include "plot/layer_map.h"
#include "plot/map.h"
#include "plot/map_parts.h"
#include "plot/view.h"
#include "run/statistics.h"
#include "slope.h"
#include "temporary.h"

namespace {

std::vector<std::uint8_t> noise(std::size_t size, unsigned amplitude) {
  std::vector<std::uint8_t> bytes;
  std::uint32_t random = 1;
  for (std::size_t i = 0; i < size; ++i) {
    random = 1664525 * random + 1013904223;
    bytes.push_back(static_cast<std::uint8_t>(i / 7 + (random >> 16) % amplitude));
  }
  return bytes;
}

void draw_lines(sandbox::Canvas& canvas) {
  for (int i = 0; i < 40; ++i) {
    canvas.line(-20 + 7 * i, 3 * i - 30, 150 - 5 * i, 11 * i % 130, 1.0 + i % 4, {6.0 * i, 250 - 5.0 * i, 90}, 0.4);
  }
}

}  // namespace

TEST_CASE("a written picture is read with the same pixels") {
  const Temporary temporary;
  const auto file = temporary.folder / "p.png";
  for (const auto& [width, height] : {std::pair(1, 1), std::pair(2, 31), std::pair(127, 1), std::pair(101, 60)}) {
    // Steady and noisy rows are stored by different filters.
    for (const unsigned amplitude : {1u, 9u, 256u}) {
      const auto bytes = noise(3 * static_cast<std::size_t>(width * height), amplitude);
      sandbox::write_png(file, width, height, bytes);
      const sandbox::Picture picture = sandbox::read_picture(file);
      CHECK(picture.width == width);
      CHECK(picture.height == height);
      CHECK(picture.bytes == bytes);
    }
  }
}

TEST_CASE("bands that several threads draw are the same pixels as one drawing") {
  sandbox::Canvas whole(131, 101, {255, 255, 255}), banded(131, 101, {255, 255, 255});
  draw_lines(whole);
  sandbox::for_bands({0, 0, 131, 101}, 3, [&](sandbox::Box band) {
    sandbox::Canvas part = banded.part(band);
    draw_lines(part);
  });
  CHECK(whole.bytes() == banded.bytes());
  CHECK(whole.bytes() != sandbox::Canvas(131, 101, {255, 255, 255}).bytes());
}

TEST_CASE("the map of a run is the same file for any number of threads") {
  const Temporary temporary;
  const auto path = temporary.write("s.toml", slope);
  const sandbox::Scenario scenario = sandbox::read_scenario(path);
  const sandbox::BuiltScene built(scenario);
  const sandbox::RunResult alone = run(built, 1), shared = run(built, 3);
  const auto picture = [&](const sandbox::RunResult& result) {
    const sandbox::CampaignStatistics statistics = sandbox::summarise(result);
    const auto file = temporary.folder / "map.png";
    sandbox::write_map(file, {scenario, built, result, statistics}, {});
    return read_all(file);
  };
  CHECK(shared.threads == 3);
  CHECK(picture(alone) == picture(shared));
}

TEST_CASE("the legend of a map names whole numbers of rocks, and bounds of other values") {
  const auto legend = [](const std::string& name) {
    std::string all;
    for (const sandbox::MapLayer& layer : sandbox::map_layers()) {
      if (layer.name != name) continue;
      for (std::size_t i = 0; i <= layer.bounds.size(); ++i) all += sandbox::text_of_class(layer, i) + "; ";
    }
    return all;
  };
  CHECK(legend("deposits") == "1; 2; 3 to 4; 5 to 9; 10 to 19; 20 and more; ");
  CHECK(legend("E_95") == "below 30; 30 to 100; 100 to 300; 300 to 1000; 1000 to 3000; 3000 and more; ");
}

TEST_CASE("heights of contours are not written below cells with a value, also where cells lie beside the map") {
  sandbox::View view;
  view.area = {0, 0, 10, 10};
  view.scale = 2;
  view.box = {100, 50, 20, 20};
  sandbox::CellGrid grid;
  grid.left = -5;
  grid.bottom = 0;
  grid.cell = 5;
  grid.columns = 4;
  grid.rows = 2;
  std::vector<float> values(8, std::nanf(""));
  values[1] = 3;              // x and y from 0 to 5
  values[0] = values[7] = 1;  // beside the map
  const std::vector<char> taken = sandbox::pixels_of_cells(view, grid, values);
  REQUIRE(taken.size() == 400);
  for (int j = 0; j < 20; ++j) {
    for (int i = 0; i < 20; ++i) CHECK((taken[static_cast<std::size_t>(20 * j + i)] != 0) == (j >= 10 && i < 10));
  }
}

TEST_CASE("heights of contours are not written within four pixels of a trajectory, which may leave the map") {
  sandbox::View view;
  view.area = {0, 0, 10, 10};
  view.scale = 2;
  view.box = {100, 50, 20, 20};
  std::vector<sandbox::Track> tracks(1);
  for (const double x : {4.2, 9.8, 30.0}) {
    sandbox::TrackPoint point{};
    point.position[0] = x;
    point.position[1] = 5.1;
    tracks[0].push_back(point);
  }
  const std::vector<char> taken = sandbox::pixels_of_tracks(view, tracks);
  REQUIRE(taken.size() == 400);
  for (int j = 0; j < 20; ++j) {
    for (int i = 0; i < 20; ++i) {
      const bool near = std::abs(j - 9) <= 4 && (std::abs(i - 8) <= 4 || std::abs(i - 19) <= 4);
      CHECK((taken[static_cast<std::size_t>(20 * j + i)] != 0) == near);
    }
  }
}
