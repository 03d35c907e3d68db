#include <rockfall/rockfall.h>
#include <rockfall_viewer/picking.h>
#include <rockfall_viewer/viewer.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "gl_objects.h"
#include "screen.h"

using namespace rockfall_viewer;

namespace {

double brightness(const std::vector<double>& colour) { return (colour[0] + colour[1] + colour[2]) / 3; }

/** The colour at (x, 0, 2) in an image of 320 x 240. */
auto colour_of_place(const Image& image, const Camera& camera, double x) {
  double px = 0, py = 0;
  REQUIRE(pixel_of(camera, {x, 0, 2}, 320, 240, &px, &py));
  return colour_at(image, px, py);
}

}  // namespace

TEST_CASE("a rock is drawn at the pixel of its position and not elsewhere") {
  Screen screen(320, 240);
  const Ground ground(65, 2, flat);
  const Box box(6);
  screen.viewer->set_terrain(ground.terrain, ground.extent());
  screen.viewer->set_rocks(&box.rock, 1);
  const RockInstance rock{{5, -4, 3}, {1, 0, 0, 0}, 0, {0.9f, 0.1f, 0.1f}};
  Frame frame;
  frame.rocks = &rock;
  frame.rock_count = 1;
  const Image image = screen.draw(from_above(), frame);
  double x = 0, y = 0;
  REQUIRE(pixel_of(from_above(), {5, -4, 3}, 320, 240, &x, &y));
  const auto there = colour_at(image, x, y);
  CHECK(there[0] > 2 * there[1]);
  REQUIRE(pixel_of(from_above(), {-12, 8, 0}, 320, 240, &x, &y));
  const auto elsewhere = colour_at(image, x, y);
  CHECK(elsewhere[0] < 1.5 * elsewhere[1]);
  CHECK(screen.gl_errors.empty());
}

TEST_CASE("drawing a scene with states gives the same image as drawing terrain, shapes and instances") {
  Screen screen(160, 120);
  const Ground ground(65, 2, flat);
  const Box box(6);
  rf_scene scene = rf_default_scene();
  scene.terrain = ground.terrain;
  scene.rocks = &box.rock;
  scene.rock_count = 1;
  rf_state states[2] = {rf_default_state(), rf_default_state()};
  states[0].position[2] = 3;
  states[1].position[0] = 9;
  states[1].position[2] = 5;
  states[1].orientation[0] = 0.8;
  states[1].orientation[3] = 0.6;
  screen.viewer->set_terrain(ground.terrain, ground.extent());
  screen.viewer->set_rocks(&box.rock, 1);
  const RockInstance rocks[2] = {rock_of(states[0]), rock_of(states[1])};
  Frame frame;
  frame.rocks = rocks;
  frame.rock_count = 2;
  const Image separate = screen.draw(from_above(), frame);
  const Image without = screen.draw(from_above());
  screen.viewer->set_rocks(nullptr, 0);
  screen.viewer->set_scene(scene, ground.extent());
  screen.target->bind();
  screen.viewer->draw(from_above(), states, 2);
  CHECK(screen.target->read().bytes == separate.bytes);
  CHECK(without.bytes != separate.bytes);
}

TEST_CASE("a rock above the ground casts a shadow away from the sun") {
  Screen screen(320, 240);
  const Ground ground(65, 2, flat);
  const Box box(6);
  screen.viewer->set_terrain(ground.terrain, ground.extent());
  screen.viewer->set_rocks(&box.rock, 1);
  const RockInstance rock{{0, 0, 8}, {1, 0, 0, 0}, 0, {0.9f, 0.1f, 0.1f}};
  Frame frame;
  frame.rocks = &rock;
  frame.rock_count = 1;
  Look look;
  look.sun_azimuth = 3.14159265;  // west: the shadow falls to the east
  look.sun_elevation = 0.7853982;
  double x = 0, y = 0;
  REQUIRE(pixel_of(from_above(), {8, 0, 0}, 320, 240, &x, &y));
  const double shaded = brightness(colour_at(screen.draw(from_above(), frame, look), x, y));
  look.shadows = false;
  const double lit = brightness(colour_at(screen.draw(from_above(), frame, look), x, y));
  CHECK(shaded < 0.75 * lit);
  CHECK(screen.gl_errors.empty());
}

TEST_CASE("slopes facing the sun are brighter than slopes facing away") {
  Screen screen(320, 240);
  const Ground ground(65, 2, [](double x, double) { return 12 - 0.5 * std::fabs(x); });
  screen.viewer->set_terrain(ground.terrain, ground.extent());
  Look look;
  look.terrain_colour = TerrainColour::plain;
  look.sun_azimuth = 0;
  OrbitCamera orbit;
  orbit.distance = 80;
  orbit.elevation = 1.5;
  const Image image = screen.draw(orbit.camera(), {}, look);
  double x = 0, y = 0;
  REQUIRE(pixel_of(orbit.camera(), {15, 0, 4}, 320, 240, &x, &y));
  const double east = brightness(colour_at(image, x, y));
  REQUIRE(pixel_of(orbit.camera(), {-15, 0, 4}, 320, 240, &x, &y));
  CHECK(east > 1.4 * brightness(colour_at(image, x, y)));
}

TEST_CASE("a terrain without shadows, occlusion and grain looks the same whichever program draws it") {
  Screen screen(320, 240);
  const Ground ground(65, 2, [](double x, double y) { return 4 * std::sin(0.1 * x) + 0.1 * y; });
  screen.viewer->set_terrain(ground.terrain, ground.extent());
  Look look;
  look.shadows = look.occlusion = look.grain = false;
  look.contour_interval = 1;
  look.grid_interval = 10;
  for (const TerrainColour colour : {TerrainColour::relief, TerrainColour::ground, TerrainColour::plain}) {
    look.terrain_colour = colour;
    screen.viewer->set_overlay(0, 0, nullptr);
    const Image alone = screen.draw(from_above(), {}, look);
    const std::uint8_t transparent[4] = {255, 0, 0, 0};
    screen.viewer->set_overlay(1, 1, transparent);  // with an overlay, by the program that can draw everything
    CHECK(screen.draw(from_above(), {}, look).bytes == alone.bytes);
    const std::uint8_t red[4] = {255, 0, 0, 255};
    screen.viewer->set_overlay(1, 1, red);
    CHECK(screen.draw(from_above(), {}, look).bytes != alone.bytes);
  }
  CHECK(screen.gl_errors.empty());
}

TEST_CASE("the sky is visible through a hole in the terrain") {
  Screen screen(320, 240);
  const double hole = std::numeric_limits<double>::quiet_NaN();
  const Ground complete(65, 2, flat);
  const Ground holed(65, 2, [&](double x, double y) { return std::hypot(x, y) < 9 ? hole : 0.0; });
  const auto middle = [&](const Ground& ground) {
    screen.viewer->set_terrain(ground.terrain, ground.extent());
    return colour_at(screen.draw(from_above()), 160, 120);
  };
  const auto over_ground = middle(complete), over_hole = middle(holed);
  CHECK(std::fabs(over_ground[2] - over_hole[2]) > 15);
  CHECK(over_hole[2] >= over_hole[0]);
  CHECK(over_ground[2] < over_ground[0]);
  CHECK(screen.gl_errors.empty());
}

TEST_CASE("a hole keeps its shape at any distance and does not change the ground beside it") {
  Screen screen(640, 480);
  const double hole = std::numeric_limits<double>::quiet_NaN();
  const auto hills = [](double x, double y) { return 20 * std::sin(0.02 * x) * std::cos(0.03 * y); };
  const Ground complete(1025, 1, hills);
  // A hole that is narrower than a coarse cell.
  const auto inside = [](double x, double y) { return std::fabs(x - 33) < 5 && std::fabs(y - 21) < 130; };
  const Ground holed(1025, 1, [&](double x, double y) { return inside(x, y) ? hole : hills(x, y); });
  OrbitCamera orbit;
  orbit.distance = 600;
  orbit.azimuth = -1.3;
  orbit.elevation = 0.6;
  Look look;
  look.shadows = false;
  look.terrain_colour = TerrainColour::ground;
  screen.viewer->set_terrain(complete.terrain, complete.extent());
  const Image without = screen.draw(orbit.camera(), {}, look);
  screen.viewer->set_terrain(holed.terrain, holed.extent());
  const Image with = screen.draw(orbit.camera(), {}, look);
  for (const double y : {-70.0, 0.0, 40.0, 110.0}) {
    double px = 0, py = 0;
    REQUIRE(pixel_of(orbit.camera(), {33, y, hills(33, y)}, 640, 480, &px, &py));
    CHECK(colour_at(with, px, py)[2] > 1.1 * colour_at(with, px, py)[0]);  // the sky is bluer than the ground
    for (const double x : {20.0, 46.0}) {
      REQUIRE(pixel_of(orbit.camera(), {x, y, hills(x, y)}, 640, 480, &px, &py));
      CHECK(brightness(colour_at(with, px, py)) ==
            doctest::Approx(brightness(colour_at(without, px, py))).epsilon(0.02));
    }
  }
}

TEST_CASE("there are no gaps between levels of detail") {
  Screen screen(480, 320);
  // Rough at every scale, so that coarse and fine cells differ at their common edges.
  const Ground ground(769, 1, [](double x, double y) {
    return 30 * std::sin(0.013 * x) * std::cos(0.011 * y) + 4 * std::sin(0.23 * x + 0.1 * y) +
           2 * std::sin(0.9 * x) * std::cos(1.1 * y);
  });
  screen.viewer->set_terrain(ground.terrain, ground.extent());
  Look look;
  look.shadows = false;
  look.terrain_colour = TerrainColour::ground;
  OrbitCamera orbit;
  for (const double distance : {40.0, 90.0, 180.0}) {
    for (const double azimuth : {-1.0, 0.3, 2.2}) {
      orbit.distance = distance;
      orbit.azimuth = azimuth;
      orbit.elevation = 0.9;  // steep enough for ground in every pixel
      const Image image = screen.draw(orbit.camera(), {}, look);
      int sky = 0;
      for (std::size_t i = 0; i < image.bytes.size(); i += 3) sky += image.bytes[i + 2] > image.bytes[i] + 8;
      CHECK(sky == 0);
    }
  }
  // The same test finds the sky where it is visible.
  orbit.elevation = 0.05;
  const Image horizon = screen.draw(orbit.camera(), {}, look);
  int sky = 0;
  for (std::size_t i = 0; i < horizon.bytes.size(); i += 3) sky += horizon.bytes[i + 2] > horizon.bytes[i] + 8;
  CHECK(sky > 1000);
  CHECK(screen.gl_errors.empty());
}

TEST_CASE("each soil class has a different colour, and that of its ramms preset") {
  std::vector<const rf_ground_preset*> classes;
  for (std::uint32_t i = 0; i < rf_ground_preset_count(); ++i) {
    const rf_ground_preset* const preset = rf_ground_preset_at(i);
    if (rf_ground_preset_find((std::string("ramms_") + preset->name).c_str()) != nullptr) classes.push_back(preset);
  }
  REQUIRE(classes.size() == 8);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const Colour a = ground_colour(classes[i]->ground);
    CHECK(a == ground_colour(rf_ground_preset_find((std::string("ramms_") + classes[i]->name).c_str())->ground));
    for (std::size_t j = 0; j < i; ++j) {
      const Colour b = ground_colour(classes[j]->ground);
      double difference = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        difference = std::max(difference, std::fabs(static_cast<double>(a[k]) - b[k]));
      }
      CHECK_MESSAGE(difference > 0.03, classes[i]->name << " and " << classes[j]->name);
    }
  }
}

TEST_CASE("a soft soil of high friction is not drawn as rock") {
  const Colour steep = ground_colour(rf_ground_preset_find("alpine_meadow")->ground);
  const Colour meadow = ground_colour(rf_ground_preset_find("medium_soft")->ground);
  for (std::size_t k = 0; k < 3; ++k) CHECK(std::fabs(static_cast<double>(steep[k]) - meadow[k]) < 0.05);
}

TEST_CASE("contour lines darken the ground only at their height") {
  Screen screen(640, 480);
  const Ground ground(129, 1, [](double x, double) { return 0.5 * x; });
  screen.viewer->set_terrain(ground.terrain, ground.extent());
  Look look;
  look.shadows = false;
  look.terrain_colour = TerrainColour::plain;
  OrbitCamera orbit;
  orbit.distance = 40;
  orbit.elevation = 1.5;
  const auto at = [&](const Image& image, double x, double z) {
    double px = 0, py = 0;
    REQUIRE(pixel_of(orbit.camera(), {x, 0, z}, 640, 480, &px, &py));
    return brightness(colour_at(image, px, py));
  };
  const Image plain = screen.draw(orbit.camera(), {}, look);
  look.contour_interval = 2;
  const Image lined = screen.draw(orbit.camera(), {}, look);
  CHECK(at(lined, 4, 2) < 0.95 * at(plain, 4, 2));
  CHECK(at(lined, 6, 3) == doctest::Approx(at(plain, 6, 3)).epsilon(0.01));
}

TEST_CASE("a ribbon has the colour of its value and the requested number of segments") {
  Screen screen(320, 240);
  const Ground ground(65, 2, flat);
  screen.viewer->set_terrain(ground.terrain, ground.extent());
  const RibbonSegment segments[2] = {{{-10, 0, 2}, {0, 0, 2}, {30, 0, 0, 0}, {30, 0, 0, 0}},
                                     {{0, 0, 2}, {10, 0, 2}, {0, 0, 0, 0}, {0, 0, 0, 0}}};
  screen.viewer->set_ribbons(segments, 2, 1);
  Look look;
  look.ribbon_width = 9;
  const Camera camera = from_above();
  const auto at = [&](const Image& image, double x) { return colour_of_place(image, camera, x); };
  Frame frame;
  const Image both = screen.draw(camera, frame, look);
  CHECK(at(both, -5)[0] > 2 * at(both, -5)[2]);
  CHECK(at(both, 5)[2] > 2 * at(both, 5)[0]);
  frame.ribbon_count = 1;
  const Image first = screen.draw(camera, frame, look);
  CHECK(at(first, -5)[0] > 2 * at(first, -5)[2]);
  CHECK_FALSE(at(first, 5)[2] > 2 * at(first, 5)[0]);
  CHECK(screen.gl_errors.empty());
}

TEST_CASE("a ribbon hides a faint one at the same place, and one elsewhere is seen") {
  Screen screen(320, 240);
  const Ground ground(65, 2, flat);
  screen.viewer->set_terrain(ground.terrain, ground.extent());
  const RibbonSegment segments[2] = {{{-10, 0, 2}, {0, 0, 2}, {30, 0, 0, 0}, {30, 0, 0, 0}},
                                     {{0, 0, 2}, {10, 0, 2}, {30, 0, 0, 0}, {30, 0, 0, 0}}};
  Look look;
  look.ribbon_width = 9;
  const Camera camera = from_above();
  const auto at = [&](const Image& image, double x) { return colour_of_place(image, camera, x); };
  const Image empty = screen.draw(camera, {}, look);
  screen.viewer->set_ribbons(segments, 1, 1);
  const Image alone = screen.draw(camera, {}, look);
  screen.viewer->set_faint_ribbons(segments, 2);
  const Image both = screen.draw(camera, {}, look);
  CHECK(at(both, -5) == at(alone, -5));
  CHECK(at(alone, -5)[0] > 2 * at(alone, -5)[2]);
  CHECK(brightness(at(both, 5)) < 0.9 * brightness(at(empty, 5)));
  CHECK(screen.gl_errors.empty());
}

TEST_CASE("four million cells take few draw calls and a bounded number of triangles") {
  Screen screen(320, 240);
  const Ground ground(2001, 1, [](double x, double y) { return 30 * std::sin(0.01 * x) * std::cos(0.013 * y); });
  screen.viewer->set_terrain(ground.terrain, ground.extent());
  OrbitCamera orbit;
  for (const double distance : {20.0, 200.0, 2000.0}) {
    orbit.distance = distance;
    screen.draw(orbit.camera());
    CHECK(screen.viewer->cost().calls <= 8);
    CHECK(screen.viewer->cost().triangles < 1500000);
  }
  CHECK(screen.gl_errors.empty());
}

TEST_CASE("a viewer deletes all its OpenGL objects") {
  const long before = live_gl_objects();
  {
    Screen screen(64, 48);
    const Ground ground(33, 2, flat);
    const Box box(1);
    for (int i = 0; i < 3; ++i) {
      screen.viewer->set_terrain(ground.terrain, ground.extent());
      screen.viewer->set_rocks(&box.rock, 1);
      screen.draw(from_above());
    }
    CHECK(live_gl_objects() > before);
  }
  CHECK(live_gl_objects() == before);
}

TEST_CASE("a terrain without ground is refused and the old terrain stays") {
  Screen screen(64, 48);
  const Ground ground(33, 2, flat);
  screen.viewer->set_terrain(ground.terrain, ground.extent());
  const auto before = screen.draw(from_above()).bytes;
  TerrainExtent beyond = ground.extent();
  beyond.area = {1000, 1000, 1100, 1100};
  CHECK_THROWS_AS(screen.viewer->set_terrain(ground.terrain, beyond), ViewerError);
  TerrainExtent empty = ground.extent();
  empty.area.x_max = empty.area.x_min;
  CHECK_THROWS_AS(screen.viewer->set_terrain(ground.terrain, empty), ViewerError);
  CHECK(screen.draw(from_above()).bytes == before);
}

TEST_CASE("an image or an overlay with more pixels than a texture can have is refused") {
  Screen screen(32, 24);
  const Ground ground(9, 2, flat);
  screen.viewer->set_terrain(ground.terrain, ground.extent());
  const std::uint8_t none[4] = {};
  CHECK_THROWS_AS(screen.viewer->set_image(1 << 24, 1, none), ViewerError);
  CHECK_THROWS_AS(screen.viewer->set_overlay(1, 1 << 24, none), ViewerError);
  screen.draw(from_above());
  CHECK(screen.gl_errors.empty());
}
