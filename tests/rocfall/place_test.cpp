// Spheres of the legacy models are placed above the ground.
#include <doctest/doctest.h>

#include <cmath>

#include "support/scenes.h"

using namespace support;

namespace {

constexpr double kPi = 3.14159265358979323846;

struct SphereWorld : OnGrid {
  SphereWorld(double size, uint32_t nodes, double cell)
      : OnGrid(shape_rock(RF_SHAPE_BOX, size, size, size), nodes, nodes, cell) {
    scene.settings.model = RF_MODEL_ROCFALL_RIGID;
    scene.settings.rocfall_shape = RF_ROCFALL_SPHERE;
    rf_rock_properties properties{};
    REQUIRE(rf_rock_get(rock.get(), &properties) == RF_OK);
    radius = std::cbrt(properties.volume * 3 / (4 * kPi));
  }
  // Places the sphere and returns its distance from the ground less its radius.
  double gap_of_placement(double x, double y) {
    rf_state state = rf_default_state();
    state.position[0] = x;
    state.position[1] = y;
    REQUIRE(rf_place_above_ground(&scene, &state, 0, nullptr) == RF_OK);
    rf_closest_point closest{};
    REQUIRE(rf_closest_on_terrain(&scene.terrain, state.position, 10 * radius, &closest, nullptr) == RF_OK);
    REQUIRE(closest.found == 1);
    return closest.distance - radius;
  }
  double radius;
};

}  // namespace

TEST_CASE("a sphere is placed so that it touches the ground on strongly twisted cells") {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    SphereWorld world(0.9, 7, 1);
    Random random(seed);
    world.roughen(random, 0, 0, seed % 2 == 0 ? 1 : 4);
    const double x = random.between(2.5, 3.5);
    CHECK(std::fabs(world.gap_of_placement(x, random.between(2.5, 3.5))) < 1e-9);
  }
}

TEST_CASE("a sphere is placed so that it touches a wall beside it") {
  for (const double wall : {5.0, 20.0, 100.0, 1e4}) {
    for (const double overlap : {0.2, 0.05, 0.02}) {
      CAPTURE(wall);
      CAPTURE(overlap);
      SphereWorld world(0.9, 81, 0.25);
      for (uint32_t row = 0; row < 81; ++row) {
        for (uint32_t column = 41; column < 81; ++column) world.at(column, row) = wall;
      }
      world.renew();
      CHECK(std::fabs(world.gap_of_placement(10 - world.radius + overlap, 10)) < 1e-9);
    }
  }
}

TEST_CASE("a large sphere is placed so that it touches a spike on cells that are very small for it") {
  for (int i = 0; i < 20; ++i) {
    CAPTURE(i);
    SphereWorld world(9, 201, 0.1);
    world.at(100 + static_cast<uint32_t>(i), 97) = 2;
    world.renew();
    CHECK(std::fabs(world.gap_of_placement(10, 10)) < 1e-9);
  }
}
