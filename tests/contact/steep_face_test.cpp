// Rocks that pass a steep face of the terrain within one step.
#include "contact/steep_face.h"

#include <doctest/doctest.h>

#include <cmath>

#include "support/scenes.h"
#include "terrain/dispatch.h"
#include "terrain/rough.h"

using namespace support;
using rockfall::Vec3;

namespace {

// A cliff at x = 4, as steep as the cells allow.
struct Cliff : OnGrid {
  Cliff(double height, double cell) : OnGrid(shape_rock(RF_SHAPE_ELLIPSOID, 0.6, 0.6, 0.6, 40), 3, 3, cell) {
    grid.columns = static_cast<uint32_t>(6 / cell);
    grid.rows = static_cast<uint32_t>(2 / cell);
    heights.assign(static_cast<size_t>(grid.columns) * grid.rows, 0.0);
    for (uint32_t r = 0; r < grid.rows; ++r) {
      for (uint32_t c = 0; c < grid.columns; ++c) at(c, r) = c * cell >= 4 ? height : 0;
    }
    renew();
  }
};

Vec3 way_out(const rf_terrain& terrain, double x, double y, double z) {
  rf_terrain_sample above;
  REQUIRE(rf_terrain_at(&terrain, x, y, &above) == RF_OK);
  const Vec3 normal = rockfall::load3(above.normal);
  const double vertex[3] = {x, y, z};
  return rockfall::visit_terrain(terrain, [&](const auto& ground) {
    return rockfall::nearest_way_out(ground, vertex, (above.height - z) * above.normal[2], normal, 0.3);
  });
}

}  // namespace

TEST_CASE("a rock that hits a cliff at 30 m/s does not come to rest inside it, on rigid ground and in soil" *
          doctest::test_suite("long")) {
  for (const double height : {2.2, 10.0}) {
    for (int32_t law = -1; law < RF_SOIL_LAW_COUNT; ++law) {
      CAPTURE(height);
      CAPTURE(law);
      Cliff world(height, 0.02);
      if (law >= 0) {
        world.grid.ground = rf_ground_preset_find("medium_soft")->ground;
        world.scene.settings.soil_law = law;
        world.renew();
      }
      Random random(1);
      double deepest = 0;
      for (int i = 0; i < 30; ++i) {
        rf_state state = rf_default_state();
        state.position[0] = random.between(1, 2.5);
        state.position[1] = 1;
        state.position[2] = random.between(0.35, 1.15);
        state.velocity[0] = random.between(15, 45);
        state.angular_velocity[1] = random.between(0, 10);
        for (int k = 0; k < 3000 && state.end == RF_MOVING; ++k) {
          REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
          rf_terrain_sample below;
          REQUIRE(rf_terrain_at(&world.scene.terrain, state.position[0], state.position[1], &below) == RF_OK);
          if (below.exists) deepest = std::fmax(deepest, below.height - state.position[2]);
        }
      }
      CHECK(deepest < world.rock->bounding_radius);
    }
  }
}

namespace {

void hit_cliff_in_lanes(const char* preset, double cell) {
  Cliff world(2.2, cell);
  world.grid.ground = rf_ground_preset_find(preset)->ground;
  world.renew();
  Random random(3);
  std::vector<rf_state> single;
  for (int i = 0; i < 60; ++i) {
    rf_state state = rf_default_state();
    state.position[0] = random.between(1, 3);
    state.position[1] = random.between(0.8, 1.2);
    state.position[2] = random.between(0.2, 2);
    state.velocity[0] = random.between(5, 25);
    random.fill(state.angular_velocity, 3, 8);
    single.push_back(state);
  }
  std::vector<rf_state> batch = single;
  step_one_by_one(world.scene, single, 300);
  REQUIRE(rf_step_many(&world.scene, batch.data(), 60, 300, nullptr, nullptr) == RF_OK);
  check_same_bits(single, batch);
}

}  // namespace

TEST_CASE("rocks that hit a cliff of soil have the same bits in lanes and alone") {
  hit_cliff_in_lanes("extra_soft", 0.1);
}

TEST_CASE("rocks that hit a cliff of rock have the same bits in lanes and alone") {
  hit_cliff_in_lanes("ramms_hard", 0.02);
}

TEST_CASE("the way out of a cliff is horizontal where its face is near, and up where the ground is") {
  const Cliff world(2.2, 0.02);
  const Vec3 behind = way_out(world.scene.terrain, 4.05, 1, 0.5);
  CHECK(behind[0] == doctest::Approx(-1));
  CHECK(std::fabs(behind[1]) < 1e-12);
  CHECK(behind[2] == 0);
  CHECK(way_out(world.scene.terrain, 4.05, 1, 2.18)[2] == 1);
  CHECK(way_out(world.scene.terrain, 5, 1, 0.5)[2] == 1);  // farther than the radius
}

TEST_CASE("on planes of any slope the way out is the normal") {
  for (const double degrees : {0.0, 30.0, 60.0, 80.0, 88.0}) {
    CAPTURE(degrees);
    const OnPlane world(box_rock(1, 1, 1), std::tan(degrees * 3.14159265358979 / 180), 0);
    for (const double depth : {0.04, 0.1, 0.5, 3.0}) {
      CAPTURE(depth);
      rf_terrain_sample above;
      REQUIRE(rf_terrain_at(&world.scene.terrain, 1, 2, &above) == RF_OK);
      const Vec3 out = way_out(world.scene.terrain, 1, 2, above.height - depth / above.normal[2]);
      for (int k = 0; k < 3; ++k) CHECK(out[k] == above.normal[k]);
    }
  }
}

TEST_CASE("the way out of a rough grid is that found by samples alone") {
  Random random(11);
  rough::Rough world;
  world.grid.cell_x = world.grid.cell_y = 0.3;
  world.over_grid(random, 60, 60, 0.8, 1.5);
  const rf_terrain& grid = world.roughness.base;
  const rf_terrain by_samples = rough::forwarded(grid);
  int sideways = 0;
  for (int i = 0; i < 20000; ++i) {
    const double x = random.between(-9, 8.7), y = random.between(-9, 8.7);
    rf_terrain_sample below;
    REQUIRE(rf_terrain_at(&grid, x, y, &below) == RF_OK);
    if (!below.exists) continue;
    const double z = below.height - random.between(0.03, 1);
    const Vec3 out = way_out(grid, x, y, z);
    CHECK(out == way_out(by_samples, x, y, z));
    sideways += out[2] == 0;
  }
  CHECK(sideways > 50);
}
