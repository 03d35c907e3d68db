#include "step/area_ground.h"

#include <doctest/doctest.h>
#include <rockfall/rockfall.h>

#include <vector>

#include "rock/rock.h"
#include "step/batch.h"
#include "step/ground_at_point.h"
#include "support/rocks.h"
#include "terrain/grid.h"

namespace {

// A level grid of 40 m by 40 m, with a node every 10 m.
struct Ground {
  Ground() : heights(25, 0.0), grid(rf_default_grid()), scene(rf_default_scene()) {
    grid.columns = grid.rows = 5;
    grid.cell_x = grid.cell_y = 10;
    grid.heights_f64 = heights.data();
  }

  rockfall::AreaGround everywhere() {
    REQUIRE(rf_grid_terrain(&grid, &scene.terrain, nullptr) == RF_OK);
    const rockfall::GridTerrain terrain(grid);
    return rockfall::ground_everywhere(scene, &terrain);
  }

  rockfall::AreaGround inside(double x_min, double y_min, double x_max, double y_max) {
    rockfall::GridTerrain terrain(grid);
    terrain.find_fields();
    rockfall::BatchJob job = {};
    job.grid = &terrain;
    job.soil_in_lanes = rockfall::soil_in_lanes(scene, terrain);
    return rockfall::area_ground(job, {x_min, y_min, x_max, y_max});
  }

  // The left nodes, up to x = 10 m, have one value, the others another.
  std::vector<float> field(float left, float right) const {
    std::vector<float> values(25);
    for (std::size_t i = 0; i < 25; ++i) values[i] = i % 5 < 2 ? left : right;
    return values;
  }

  std::vector<double> heights;
  rf_grid grid;
  rf_scene scene;
};

void check(const rockfall::AreaGround& ground, bool without_drag, bool rigid, bool soil) {
  CHECK(ground.without_drag == without_drag);
  CHECK(ground.rigid == rigid);
  CHECK(ground.soil == soil);
}

}  // namespace

TEST_CASE("ground that is the same everywhere is rigid or soil, with or without a layer with drag") {
  Ground plain;
  check(plain.everywhere(), true, true, false);
  plain.grid.ground.contact_drag = 1;
  plain.grid.ground.rolling_resistance = 0.1;
  check(plain.everywhere(), true, true, false);

  Ground soil;
  soil.grid.ground.soil_strength = 1e7;
  check(soil.everywhere(), true, false, true);
  soil.scene.settings.soil_law = RF_SOIL_FACE_PRESSURE;
  check(soil.everywhere(), true, false, false);

  Ground layer;
  layer.grid.ground.layer_drag = 1;
  layer.grid.ground.layer_height = 0.3;
  check(layer.everywhere(), false, true, false);

  Ground near_ground;
  near_ground.grid.ground.contact_drag = 1;
  near_ground.grid.ground.contact_drag_height = 2;
  check(near_ground.everywhere(), false, true, false);

  Ground varied;
  const std::vector<float> friction = varied.field(0.5f, 0.5f);
  varied.grid.fields[RF_GROUND_MU_MIN] = friction.data();
  check(varied.everywhere(), true, false, false);
}

TEST_CASE("where the ground varies, an area of soil is told from one of rigid ground, and from both") {
  Ground ground;
  const std::vector<float> strength = ground.field(0, 1e7f);
  ground.grid.fields[RF_GROUND_SOIL_STRENGTH] = strength.data();
  check(ground.inside(1, 1, 9, 9), true, true, false);
  check(ground.inside(1, 1, 9, 39), true, true, false);
  check(ground.inside(9, 1, 11, 9), true, false, false);  // strength grows between x = 10 m and x = 20 m
  check(ground.inside(11, 1, 19, 9), true, false, false);
  check(ground.inside(21, 1, 39, 39), true, false, true);
  check(ground.inside(20, 1, 39, 39), true, false, false);  // the edge belongs to both cells
  ground.grid.ground.soil_drag_rotation = 1;
  ground.scene.settings.scheme = RF_SCHEME_EXPLICIT;
  check(ground.inside(21, 1, 39, 39), true, false, false);
  check(ground.inside(1, 1, 9, 9), true, true, false);
}

TEST_CASE("where a forest covers a part of the ground, the area beside it is without layer") {
  Ground ground;
  const std::vector<float> height = ground.field(0, 10);
  ground.grid.ground.layer_drag = 100;
  ground.grid.fields[RF_GROUND_LAYER_HEIGHT] = height.data();
  check(ground.inside(1, 1, 9, 9), true, true, false);
  check(ground.inside(11, 1, 19, 9), false, true, false);
  check(ground.inside(21, 1, 29, 9), false, true, false);
}

TEST_CASE("an area of many nodes is unknown, and outside of the grid ground is neither rigid nor soil") {
  Ground ground;
  const std::vector<float> strength = ground.field(0, 0);
  ground.grid.fields[RF_GROUND_SOIL_STRENGTH] = strength.data();
  check(ground.inside(-1000, -1000, 1000, 1000), false, false, false);
  check(ground.inside(100, 100, 101, 101), true, false, false);
}

TEST_CASE("the friction of contacts, and the drag of the ground near a rock, come from the place") {
  Ground ground;
  const std::vector<float> friction = ground.field(0.3f, 0.7f), drag = ground.field(2, 4), height = ground.field(0, 10);
  ground.grid.ground.layer_drag = 100;
  ground.grid.fields[RF_GROUND_MU_MIN] = friction.data();
  ground.grid.fields[RF_GROUND_CONTACT_DRAG] = drag.data();
  ground.grid.fields[RF_GROUND_LAYER_HEIGHT] = height.data();
  rockfall::GridTerrain terrain(ground.grid);
  terrain.find_fields();
  rockfall::BatchJob job = {};
  job.grid = &terrain;
  CHECK(rockfall::contact_ground_at(job, 15, 5).mu_min == doctest::Approx(0.5));

  const support::Rock rock = support::box_rock(1, 1, 1);
  const auto added = [&](double x, double z, bool in_contact) {
    double total = 7;
    const double position[3] = {x, 5, z};
    CHECK(rockfall::add_drag_below(job, *rock, position, in_contact, total));
    return total - 7;
  };
  CHECK(added(5, 1, false) == 0);
  CHECK(added(5, 1, true) == doctest::Approx(2 * rock->mass));
  CHECK(added(15, 6, true) == doctest::Approx(3 * rock->mass));
  CHECK(added(15, 4, false) == doctest::Approx(100));
  CHECK(added(25, 4, true) == doctest::Approx(100 + 4 * rock->mass));
  ground.grid.ground.layer_drag_rotation = 1;
  double total = 0;
  const double position[3] = {25, 5, 1};
  CHECK_FALSE(rockfall::add_drag_below(job, *rock, position, false, total));
}
