// The bounds on the work of a step, for rocks that are large against the cells of the terrain. Steps that reach them:
// step/limited_steps_test.cpp.
#include <doctest/doctest.h>
#include <rockfall/terrain_formats.h>

#include <cmath>

#include "step/fine_ground.h"
#include "terrain/grid.h"

using namespace fine_ground;

namespace {

// A terrain with the callbacks of another one that counts its queries.
struct CountedTerrain {
  explicit CountedTerrain(const rf_terrain& terrain) : base(terrain) {}

  rf_terrain callbacks() {
    rf_terrain terrain = base;
    terrain.user = this;
    terrain.sample = [](void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
      auto& self = *static_cast<CountedTerrain*>(user);
      self.samples += count;
      self.base.sample(self.base.user, xy, count, out);
    };
    terrain.upper_plane = nullptr;
    terrain.terrain_vertices = nullptr;
    terrain.material = nullptr;
    return terrain;
  }

  const rf_terrain base;
  uint64_t samples = 0;
};

}  // namespace

TEST_CASE("below a large rock only every so many nodes are searched, whatever its place") {
  const FineGround ground(shape_rock(RF_SHAPE_BOX, 10, 10, 10));
  const rockfall::GridTerrain terrain(ground.grid);
  const double radius = ground.rock->bounding_radius;
  const uint32_t stride = terrain.vertex_stride(radius, 16384);
  CHECK(stride == 3);  // 347 x 347 nodes
  for (const double x : {9.0, 10.01, 10.02}) {
    uint32_t nodes = 0;
    const rf_rectangle area = {x - radius, 10 - radius, x + radius, 10 + radius};
    terrain.for_each_terrain_vertex(area, stride, [&](double px, double py, double) {
      ++nodes;
      CHECK(std::remainder(px / kSmallCell, stride) == doctest::Approx(0));
      CHECK(std::remainder(py / kSmallCell, stride) == doctest::Approx(0));
    });
    CHECK(nodes > 8000);
    CHECK(nodes <= 16384);
  }
  CHECK(terrain.vertex_stride(3, 16384) == 1);
}

TEST_CASE("a step of a legacy model makes a bounded number of terrain queries") {
  for (const int32_t shape : {RF_ROCFALL_SPHERE, RF_ROCFALL_HULL}) {
    FineGround ground(shape_rock(RF_SHAPE_ELLIPSOID, 10, 9, 8, 600));
    use(ground.scene, RF_MODEL_ROCFALL_RIGID, shape);
    CountedTerrain counted(ground.scene.terrain);
    rf_scene scene = ground.scene;
    scene.terrain = counted.callbacks();
    uint64_t most = 0;
    for (uint64_t seed = 1; seed <= 6; ++seed) {
      rf_state state = ground.falling(seed);
      for (int i = 0; i < 20 && state.end == RF_MOVING; ++i) {
        counted.samples = 0;
        rf_step_report report = {};
        REQUIRE(rf_step(&scene, &state, &report) == RF_OK);
        most = std::max(most, counted.samples);
        // 4e6 / 120 samples, and those of the searches that end the step.
        if (report.work_limited == 0) CHECK(counted.samples < 33400);
      }
    }
    CHECK(most > 100);
    CHECK(most < 33400 + 12 * 600);
  }
}

TEST_CASE("a callback of relief or a height field fills its array where it has not looked at all nodes") {
  const FineGround ground(shape_rock(RF_SHAPE_BOX, 1, 1, 1));
  std::vector<double> bowl;  // concave but for one node: hardly any terrain vertex
  for (int r = 0; r < 400; ++r) {
    for (int c = 0; c < 400; ++c) bowl.push_back(1e-4 * (c * c + r * r) + (c == 7 && r == 7 ? 1 : 0));
  }
  rf_grid grid = ground.grid;
  grid.heights_f64 = bowl.data();
  grid.ground.roughness_70 = 1e-6;
  rf_height_field field = rf_default_height_field();
  field.columns = field.rows = 400;
  field.cell_x = field.cell_y = kSmallCell;
  field.format = RF_HEIGHT_FLOAT64;
  field.heights = bowl.data();
  rf_roughness roughness = rf_default_roughness();
  roughness.spacing = 0.03;
  rf_terrain terrains[3];
  REQUIRE(rf_grid_terrain(&grid, &terrains[0], nullptr) == RF_OK);
  REQUIRE(rf_height_field_terrain(&field, &terrains[1], nullptr) == RF_OK);
  roughness.base = terrains[0];
  REQUIRE(rf_rough_terrain(&roughness, &terrains[2], nullptr) == RF_OK);
  for (const rf_terrain& terrain : terrains) {
    double xyz[3 * 256];
    const rf_rectangle few = {0.2, 0.2, 0.8, 0.8}, many = {0.2, 0.2, 12.2, 12.2};
    const uint32_t found = terrain.terrain_vertices(terrain.user, &few, xyz, 256);
    CHECK(found >= 1);
    CHECK(found < 256);
    REQUIRE(terrain.terrain_vertices(terrain.user, &many, xyz, 256) == 256);
    CHECK(xyz[3 * 255 + 2] == -1e300);
  }
}

TEST_CASE("ground below a rock of more than five hundred cells has no upper plane, and the steps are the same") {
  FineGround ground(shape_rock(RF_SHAPE_BOX, 1, 1, 1));
  const rockfall::GridTerrain terrain(ground.grid);
  CHECK(terrain.bound({1, 1, 19, 19}).known);
  std::vector<float> flat(static_cast<size_t>(1100) * 1100, 0.0f);
  rf_grid fine = ground.grid;
  fine.columns = fine.rows = 1100;
  fine.cell_x = fine.cell_y = 0.01;
  fine.heights_f64 = nullptr;
  fine.heights_f32 = flat.data();
  CHECK(rockfall::GridTerrain(fine).bound({1, 1, 6, 6}).known);
  CHECK_FALSE(rockfall::GridTerrain(fine).bound({1, 1, 6.2, 6.2}).known);
  FineGround wide(shape_rock(RF_SHAPE_BOX, 6.5, 6.5, 6.5));
  rf_scene scene = wide.scene;
  REQUIRE(rf_grid_terrain(&fine, &scene.terrain, nullptr) == RF_OK);
  rf_state one = rf_default_state();
  one.position[0] = one.position[1] = 5.5;
  one.position[2] = 8;
  std::vector<rf_state> many(4, one);
  REQUIRE(rf_step_many(&scene, many.data(), 4, 200, nullptr, nullptr) == RF_OK);
  for (int i = 0; i < 200; ++i) REQUIRE(rf_step(&scene, &one, nullptr) == RF_OK);
  CHECK(one.position[2] < 4);
  for (const rf_state& state : many) CHECK(same_bits(state, one));
}

namespace {

// The same ground with bounds from coarse cells.
struct BoundedGround {
  BoundedGround(const FineGround& ground, uint32_t side)
      : highest(static_cast<size_t>(side) * side), scene(ground.scene) {
    bounds.base = ground.scene.terrain;
    bounds.area = {0, 0, kSmallCell * 399, kSmallCell * 399};
    bounds.columns = bounds.rows = side;
    bounds.samples = 2;
    bounds.margin = 0.2;
    bounds.highest = highest.data();
    REQUIRE(rf_bounded_terrain(&bounds, &scene.terrain, nullptr) == RF_OK);
  }
  BoundedGround(const BoundedGround&) = delete;

  double bound_of(double size) const {
    const rf_rectangle area = {5, 5, 5 + size, 5 + size};
    rf_upper_plane plane;
    scene.terrain.upper_plane(scene.terrain.user, &area, &plane);
    return plane.height;
  }

  std::vector<float> highest;
  rf_terrain_bounds bounds = rf_default_terrain_bounds();
  rf_scene scene;
};

}  // namespace

TEST_CASE("over more than 128 x 128 coarse cells no upper plane is known, and the steps are the same") {
  const FineGround ground(shape_rock(RF_SHAPE_ELLIPSOID, 10, 9, 8, 100));
  const BoundedGround coarse(ground, 40), fine(ground, 400);
  CHECK(std::isfinite(coarse.bound_of(6.5)));
  CHECK(std::isfinite(fine.bound_of(6)));
  CHECK(std::isinf(fine.bound_of(6.5)));  // 131 x 131 cells
  int contacts = 0;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    rf_state on_coarse = ground.falling(seed), on_fine = on_coarse;
    std::vector<rf_state> many(4, on_fine);
    for (int i = 0; i < 30; ++i) {
      rf_step_report report = {};
      REQUIRE(rf_step(&coarse.scene, &on_coarse, nullptr) == RF_OK);
      REQUIRE(rf_step(&fine.scene, &on_fine, &report) == RF_OK);
      contacts += report.contact_count > 0;
    }
    REQUIRE(rf_step_many(&fine.scene, many.data(), 4, 30, nullptr, nullptr) == RF_OK);
    CHECK(same_bits(on_fine, on_coarse));
    for (const rf_state& state : many) CHECK(same_bits(state, on_fine));
  }
  CHECK(contacts > 5);
}
