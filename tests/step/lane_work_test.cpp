// rf_step_many queries the terrain at most 5 to 10 % more often than rf_step, also where lanes cannot make the steps.
#include <doctest/doctest.h>
#include <rockfall/rockfall.h>

#include <vector>

#include "step/batch.h"
#include "step/batch_world.h"
#include "support/scenes.h"

using support::check_same_bits;
using support::step_one_by_one;

namespace {

// A terrain of callbacks that counts its queries. Put into a scene, it must outlive the steps.
struct CountingTerrain {
  CountingTerrain(rf_scene& scene, bool tells_holes) : inner(scene.terrain), hole_free(tells_holes) {
    rf_terrain& terrain = scene.terrain;
    terrain.user = this;
    terrain.sample = [](void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
      CountingTerrain& own = *static_cast<CountingTerrain*>(user);
      own.samples += count;
      own.inner.sample(own.inner.user, xy, count, out);
    };
    terrain.upper_plane = [](void* user, const rf_rectangle* area, rf_upper_plane* out) {
      CountingTerrain& own = *static_cast<CountingTerrain*>(user);
      ++own.planes;
      own.inner.upper_plane(own.inner.user, area, out);
      if (!own.hole_free) out->hole_free = 0;
    };
    if (!terrain.terrain_vertices) return;
    terrain.terrain_vertices = [](void* user, const rf_rectangle* area, double* xyz, uint32_t capacity) {
      CountingTerrain& own = *static_cast<CountingTerrain*>(user);
      return own.inner.terrain_vertices(own.inner.user, area, xyz, capacity);
    };
  }
  CountingTerrain(const CountingTerrain&) = delete;
  CountingTerrain& operator=(const CountingTerrain&) = delete;

  uint64_t asked() const { return samples + planes; }

  rf_terrain inner;
  bool hole_free;
  uint64_t samples = 0, planes = 0;
};

// Number of queries of the terrain by rf_step_many, relative to rf_step. The bits are the same.
double relative_work(const rf_scene& scene, const CountingTerrain& terrain, const std::vector<rf_state>& starts,
                     uint32_t steps) {
  std::vector<rf_state> single = starts, many = starts;
  const uint64_t before = terrain.asked();
  step_one_by_one(scene, single, steps);
  const uint64_t between = terrain.asked();
  const uint32_t count = static_cast<uint32_t>(many.size());
  REQUIRE(rf_step_many(&scene, many.data(), count, steps, nullptr, nullptr) == RF_OK);
  check_same_bits(single, many);
  REQUIRE(between > before);
  return static_cast<double>(terrain.asked() - between) / static_cast<double>(between - before);
}

// Rocks on a slope with relief as high as the rocks are large.
struct OnRoughSlope : support::OnPlane {
  explicit OnRoughSlope(uint32_t vertices)
      : OnPlane(support::shape_rock(RF_SHAPE_ELLIPSOID, 1, 0.9, 0.8, vertices), -0.7),
        roughness(rf_default_roughness()) {
    plane.ground.roughness_70 = 0.1;
    plane.ground.roughness_20 = 0.2;
    plane.ground.roughness_10 = 0.3;
    renew();
    roughness.base = scene.terrain;
    REQUIRE(rf_rough_terrain(&roughness, &scene.terrain, nullptr) == RF_OK);
  }
  std::vector<rf_state> starts(uint32_t count) const {
    std::vector<rf_state> states;
    for (uint32_t i = 0; i < count; ++i) {
      rf_state state = rf_default_state();
      state.position[0] = 1.37 * i;
      rf_random_orientation(3, i, 0, state.orientation);
      REQUIRE(rf_place_above_ground(&scene, &state, 0.5, nullptr) == RF_OK);
      states.push_back(state);
    }
    return states;
  }
  rf_roughness roughness;
};

}  // namespace

TEST_CASE("rf_step_many queries a terrain that never sets hole_free at most 5 % more often than rf_step") {
  World world;
  CountingTerrain terrain(world.scene(), false);
  CHECK(relative_work(world.scene(), terrain, world.starts(20), 1000) < 1.05);
}

TEST_CASE("rf_step_many queries a terrain with a torque of drag at most 10 % more often than rf_step") {
  World world;
  world.add_drag_layer(50, 20);
  CountingTerrain terrain(world.scene(), true);
  CHECK(relative_work(world.scene(), terrain, world.starts(20), 1000) < 1.1);
}

TEST_CASE("rf_step_many queries relief below rocks of many vertices at most 5 % more often than rf_step") {
  for (const uint32_t vertices : {100u, 400u}) {
    CAPTURE(vertices);
    OnRoughSlope slope(vertices);
    CountingTerrain terrain(slope.scene, true);
    CHECK(relative_work(slope.scene, terrain, slope.starts(8), 300) < 1.05);
  }
}

TEST_CASE("rf_step_many gives the same bits as rf_step among holes, in calls of any length") {
  World world;
  world.add_holes();
  for (const uint32_t per_call : {1u, 40u, 2000u}) {
    CAPTURE(per_call);
    std::vector<rf_state> single = world.starts(41), many = single;
    step_one_by_one(world.scene(), single, 2000);
    for (uint32_t k = 0; k < 2000; k += per_call) {
      REQUIRE(rf_step_many(&world.scene(), many.data(), 41, per_call, nullptr, nullptr) == RF_OK);
    }
    check_same_bits(single, many);
  }
}

TEST_CASE("rocks over bounds of a callback terrain are not stepped in lanes, since these do not exclude holes") {
  World world;
  rf_terrain_bounds bounds = rf_default_terrain_bounds();
  bounds.base = world.scene().terrain;
  bounds.area = {0, 0, 120, 120};
  bounds.columns = bounds.rows = 30;
  std::vector<float> highest(30 * 30);
  bounds.highest = highest.data();
  rf_terrain bounded;
  REQUIRE(rf_bounded_terrain(&bounds, &bounded, nullptr) == RF_OK);
  rf_roughness roughness = rf_default_roughness();
  roughness.base = bounded;
  rf_scene scene = world.scene();
  scene.terrain = bounded;
  CHECK(!rockfall::can_batch(scene));
  REQUIRE(rf_rough_terrain(&roughness, &scene.terrain, nullptr) == RF_OK);
  CHECK(!rockfall::can_batch(scene));
  roughness.base = world.scene().terrain;
  REQUIRE(rf_rough_terrain(&roughness, &scene.terrain, nullptr) == RF_OK);
  CHECK(rockfall::can_batch(scene));
}
