#include <rockfall_viewer/picking.h>
#include <rockfall_viewer/viewer.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "screen.h"

using namespace rockfall_viewer;

TEST_CASE("an image covers the whole area of the terrain, however few samples it has") {
  // Twenty pixels a side: red at the west edge, green at the north edge, else blue.
  constexpr int side = 20;
  std::vector<std::uint8_t> image;
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const std::uint8_t red = column < 4 ? 255 : 0, green = row < 4 ? 255 : 0;
      image.insert(image.end(), {red, green, static_cast<std::uint8_t>(red + green == 0 ? 255 : 0)});
    }
  }
  Look look;
  look.terrain_colour = TerrainColour::image;
  look.shadows = false;
  OrbitCamera orbit;
  orbit.distance = 60;
  orbit.elevation = 1.5;
  for (const std::uint32_t nodes : {2u, 41u}) {
    Screen screen(320, 240);
    const Ground ground(nodes, 40.0 / (nodes - 1), flat);
    screen.viewer->set_terrain(ground.terrain, ground.extent());
    screen.viewer->set_image(side, side, image.data());
    const Image picture = screen.draw(orbit.camera(), {}, look);
    const auto at = [&](double x, double y) {
      double px = 0, py = 0;
      REQUIRE(pixel_of(orbit.camera(), {x, y, 0}, 320, 240, &px, &py));
      return colour_at(picture, px, py);
    };
    CAPTURE(nodes);
    CHECK(at(-16, -10)[0] > 3 * at(-16, -10)[2]);  // 4 m from the edge; red as far as 8 m
    CHECK(at(10, 16)[1] > 3 * at(10, 16)[2]);
    CHECK(at(10, -16)[2] > 3 * at(10, -16)[0]);
    CHECK(at(16, -10)[2] > 3 * at(16, -10)[0]);
  }
}

TEST_CASE("the layers of earth on the side faces do not move with the camera") {
  Screen screen(320, 240);
  const Ground ground(65, 8, flat);
  screen.viewer->set_terrain(ground.terrain, ground.extent());
  Look look;
  look.shadows = false;
  const Vec3 south{0, ground.grid.y0, -8};
  std::vector<std::vector<double>> colours[2];
  for (int view = 0; view < 2; ++view) {
    OrbitCamera orbit{south};
    orbit.distance = 40;  // the same haze
    orbit.azimuth = -0.5 * pi;
    orbit.elevation = view == 0 ? 0.05 : 0.3;
    const Image picture = screen.draw(orbit.camera(), {}, look);
    for (double z = -13; z <= -3; z += 0.5) {
      double px = 0, py = 0;
      REQUIRE(pixel_of(orbit.camera(), {0, ground.grid.y0, z}, 320, 240, &px, &py));
      colours[view].push_back(colour_at(picture, px, py));
    }
  }
  double lightest = 0, darkest = 255;
  for (std::size_t i = 0; i < colours[0].size(); ++i) {
    CHECK(colours[1][i][0] == doctest::Approx(colours[0][i][0]).epsilon(0.02));
    lightest = std::max(lightest, colours[0][i][0]);
    darkest = std::min(darkest, colours[0][i][0]);
  }
  CHECK(lightest > 1.06 * darkest);  // there are layers
}
