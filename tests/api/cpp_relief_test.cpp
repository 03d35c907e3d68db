// Relief of rockfall.hpp and its stored heights.
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <rockfall/rockfall.hpp>
#include <utility>
#include <vector>

#include "support/height_at.h"

TEST_CASE("relief over a terrain stays when the ground changes or the scene moves, and a new terrain has none") {
  rf_ground ground = rf_default_ground();
  rf::Result<rf::Scene> built =
      rf::SceneBuilder().shape(rf::shape_def(RF_SHAPE_BOX, 1, 1, 0.5)).plane(0, 0, ground).roughness(0.5, 7).build();
  REQUIRE(built.ok());
  rf::Scene scene = std::move(*built);
  const auto height = [&] { return height_at(scene.get().terrain, 1, 2); };
  CHECK(height() == 0);
  ground.roughness_70 = ground.roughness_20 = ground.roughness_10 = 1;
  REQUIRE(scene.set_ground(ground).ok());
  const double before = height();
  CHECK(before > 0);
  REQUIRE(scene.set_roughness(0.5, 8).ok());
  CHECK(height() != before);
  CHECK(scene.roughness()->seed == 8);
  CHECK_FALSE(scene.set_roughness(-1, 8).ok());
  REQUIRE(scene.set_roughness(0.5, 7).ok());
  CHECK(height() == before);
  ground.roughness_70 = ground.roughness_20 = ground.roughness_10 = 0.5;
  REQUIRE(scene.set_ground(ground).ok());
  CHECK(height() == 0.5 * before);
  rf_plane plane = rf_default_plane();
  plane.ground = ground;
  rf::Result<rf::PlaneTerrain> terrain = rf::PlaneTerrain::make(plane);
  REQUIRE(terrain.ok());
  scene.set_terrain(std::move(*terrain));
  CHECK(height() == 0);
  CHECK(!scene.roughness());
  CHECK_FALSE(rf::Scene().set_roughness(1).ok());
}

TEST_CASE("a scene stores the heights of its relief until the obstacles of its ground change") {
  rf_ground ground = rf_default_ground();
  ground.roughness_70 = ground.roughness_20 = ground.roughness_10 = 1;
  rf::Result<rf::Scene> built =
      rf::SceneBuilder().shape(rf::shape_def(RF_SHAPE_BOX, 1, 1, 0.5)).plane(0, 0, ground).roughness(0.5, 7).build();
  REQUIRE(built.ok());
  rf::Scene scene = std::move(*built);
  const double before = height_at(scene.get().terrain, 1.1, 2.2);
  int tasks_run = 0;
  const rf_tasks tasks = {&tasks_run,
                          [](void* user, rf_task_body body, void* work, std::uint32_t count) {
                            for (std::uint32_t i = count; i-- > 0;) body(work, i);
                            *static_cast<int*>(user) += static_cast<int>(count);
                          },
                          0};
  REQUIRE(scene.store_relief({-10, -20, 10, 20}, &tasks).ok());
  CHECK(tasks_run > 1);
  CHECK(scene.roughness()->heights != nullptr);
  CHECK(scene.roughness()->first_column <= -20);
  CHECK(scene.roughness()->first_column + std::int64_t{scene.roughness()->columns} > 20);
  CHECK(scene.roughness()->first_row <= -40);
  CHECK(scene.roughness()->first_row + std::int64_t{scene.roughness()->rows} > 40);
  CHECK(height_at(scene.get().terrain, 1.1, 2.2) == before);
  const rf::Scene moved = std::move(scene);
  CHECK(height_at(moved.get().terrain, 1.1, 2.2) == before);
  scene = rf::Scene();

  rf::Scene other = std::move(
      *rf::SceneBuilder().shape(rf::shape_def(RF_SHAPE_BOX, 1, 1, 0.5)).plane(0, 0, ground).roughness(0.5, 7).build());
  REQUIRE(other.store_relief({-1, -1, 1, 1}).ok());
  ground.mu_min = ground.mu_max = 0.4;
  REQUIRE(other.set_ground(ground).ok());
  CHECK(other.roughness()->heights != nullptr);
  rf_ground bad_ground = ground;
  bad_ground.roughness_20 = 2;
  bad_ground.mu_min = -1;
  CHECK_FALSE(other.set_ground(bad_ground).ok());
  CHECK(other.roughness()->heights != nullptr);
  ground.roughness_20 = 2;
  REQUIRE(other.set_ground(ground).ok());
  CHECK(other.roughness()->heights == nullptr);
  REQUIRE(other.store_relief({-1, -1, 1, 1}).ok());
  REQUIRE(other.refresh_terrain().ok());
  CHECK(other.roughness()->heights == nullptr);

  const double nan = std::numeric_limits<double>::quiet_NaN(), far = 1e14;
  for (const rf_rectangle& bad : {rf_rectangle{1, 0, 0, 1}, rf_rectangle{nan, 0, 1, 1}, rf_rectangle{0, 0, 1e5, 1e5},
                                  rf_rectangle{far, 0, far + 1, 1}}) {
    CHECK(other.store_relief(bad).code() == RF_BAD_VALUE);
  }
  CHECK(rf::Scene().store_relief({0, 0, 1, 1}).code() == RF_BAD_VALUE);
}

TEST_CASE("a scene keeps its relief where stored heights are not those of fields that were changed in place") {
  rf_grid frame = rf_default_grid();
  frame.columns = frame.rows = 21;
  frame.cell_x = frame.cell_y = 1;
  frame.ground.roughness_20 = frame.ground.roughness_10 = 0;
  std::vector<std::vector<float>> fields(RF_GROUND_FIELD_COUNT);
  fields[RF_GROUND_ROUGHNESS_70].assign(21 * 21, 0.5f);
  rf::Result<rf::Scene> built = rf::SceneBuilder()
                                    .shape(rf::shape_def(RF_SHAPE_BOX, 1, 1, 0.5))
                                    .grid(frame, std::vector<double>(21 * 21), fields)
                                    .roughness(0.5, 7)
                                    .build();
  REQUIRE(built.ok());
  rf::Scene scene = std::move(*built);
  REQUIRE(scene.store_relief({0, 0, 20, 20}).ok());
  const double before = height_at(scene.get().terrain, 7.1, 8.2);
  REQUIRE(before > 0);
  for (float& height : scene.grid()->fields()[RF_GROUND_ROUGHNESS_70]) height = 0.25f;
  rf_ground ground = *scene.ground();
  ground.mu_min = ground.mu_max = 0.4;
  REQUIRE(scene.set_ground(ground).ok());
  CHECK(height_at(scene.get().terrain, 7.1, 8.2) == 0.5 * before);
  CHECK(scene.roughness()->heights == nullptr);

  REQUIRE(scene.store_relief({0, 0, 20, 20}).ok());
  scene.grid()->grid().ground.roughness_10 = 3;  // not in use yet
  REQUIRE(scene.set_ground(ground).ok());
  CHECK(scene.roughness()->heights != nullptr);
}
