// Relief and bounds that would be their own base, directly or through others.
#include "terrain/bases.h"

#include <doctest/doctest.h>
#include <rockfall/hash.h>
#include <rockfall/queries.h>
#include <rockfall/terrain_formats.h>

#include "rough.h"
#include "support/refusal.h"

using namespace rockfall;
using namespace support;

namespace {

// A plane below relief of 1 m, below relief of 0.3 m, below bounds. Not movable: the terrains point to the members.
struct Layers {
  Layers() {
    rough::set_obstacles(plane.ground, 0.1, 0.3, 0.5);
    REQUIRE(rf_plane_terrain(&plane, &coarse.base, nullptr) == RF_OK);
    REQUIRE(rf_rough_terrain(&coarse, &fine.base, nullptr) == RF_OK);
    fine.spacing = 0.3;
    REQUIRE(rf_rough_terrain(&fine, &bounds.base, nullptr) == RF_OK);
    bounds.columns = bounds.rows = 2;
    bounds.area = {-5, -5, 5, 5};
    bounds.highest = highest;
    REQUIRE(rf_bounded_terrain(&bounds, &terrain, nullptr) == RF_OK);
  }
  Layers(const Layers&) = delete;

  rf_plane plane = rf_default_plane();
  rf_roughness coarse = rf_default_roughness(), fine = rf_default_roughness();
  rf_terrain_bounds bounds = rf_default_terrain_bounds();
  float highest[4];
  rf_terrain terrain;
};

}  // namespace

TEST_CASE("bounds over two reliefs over a plane are not their own base") {
  Layers layers;
  CHECK_FALSE(is_its_own_base(layers.terrain));
  CHECK_FALSE(is_its_own_base(layers.bounds.base));
  CHECK_FALSE(is_its_own_base(layers.coarse.base));
}

TEST_CASE("relief whose base is a terrain made from it is refused, and the terrain keeps its value") {
  Layers layers;
  for (const rf_terrain& own : {layers.fine.base, layers.bounds.base, layers.terrain}) {
    rf_terrain terrain = rf_default_terrain();
    layers.coarse.base = own;
    rf_error error = stale_error();
    check_refusal(rf_rough_terrain(&layers.coarse, &terrain, &error), error, RF_BAD_VALUE,
                  "roughness.base is its own base");
    CHECK((terrain.sample == nullptr));
  }
}

TEST_CASE("bounds whose base is a terrain made from them are refused") {
  Layers layers;
  layers.bounds.base = layers.terrain;
  rf_terrain terrain;
  rf_error error = stale_error();
  check_refusal(rf_bounded_terrain(&layers.bounds, &terrain, &error), error, RF_BAD_VALUE,
                "bounds.base is its own base");
}

TEST_CASE("relief and bounds are not written over their own base") {
  Layers layers;
  rf_error error = stale_error();
  check_refusal(rf_rough_terrain(&layers.coarse, &layers.coarse.base, &error), error, RF_BAD_VALUE, "roughness.base");
  check_refusal(rf_bounded_terrain(&layers.bounds, &layers.bounds.base, &error), error, RF_BAD_VALUE, "bounds.base");
  CHECK_FALSE(is_its_own_base(layers.terrain));
}

TEST_CASE("a scene, a query and a hash refuse a terrain whose base has become itself") {
  Layers layers;
  layers.coarse.base = layers.fine.base;  // without a new call of rf_rough_terrain
  rf_scene scene = rf_default_scene();
  scene.terrain = layers.terrain;
  rf_error error = stale_error();
  check_refusal(rf_scene_check(&scene, &error), error, RF_BAD_VALUE, "scene.terrain is its own base");
  const double xy[2] = {0, 0};
  double height;
  check_refusal(rf_terrain_heights(&layers.terrain, xy, 1, &height, nullptr, &error), error, RF_BAD_VALUE,
                "terrain is its own base");
  rf_terrain_hash hash;
  check_refusal(rf_hash_terrain(&layers.terrain, &hash, &error), error, RF_BAD_VALUE, "terrain is its own base");
}
