// What the callbacks of a terrain are given.
#include <doctest/doctest.h>
#include <rockfall/campaign.h>
#include <rockfall/queries.h>
#include <rockfall/terrain_formats.h>

#include <cmath>
#include <vector>

#include "support/refusal.h"
#include "support/rocks.h"
#include "support/scenes.h"

using namespace support;

namespace {

// The level ground z = 0, which counts what it is asked for.
struct Level {
  rf_ground ground = rf_default_ground();
  int planes = 0, planes_not_zero = 0, places = 0, places_not_finite = 0;

  rf_terrain terrain() {
    rf_terrain made = rf_default_terrain();
    made.user = this;
    made.sample = sample;
    made.upper_plane = upper_plane;
    made.material = material;
    made.layer_height_max = made.contact_drag_height_max = made.contact_drag_max = 0;
    made.roughness_max = made.uniform_beta = 0;
    return made;
  }

  void note(double x, double y) {
    ++places;
    if (!std::isfinite(x) || !std::isfinite(y)) ++places_not_finite;
  }

  static void sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
    Level& level = *static_cast<Level*>(user);
    for (uint32_t i = 0; i < count; ++i) {
      level.note(xy[2 * i], xy[2 * i + 1]);
      out[i] = {0, {0, 0, 1}, level.ground, 1};
    }
  }

  static void upper_plane(void* user, const rf_rectangle*, rf_upper_plane* out) {
    Level& level = *static_cast<Level*>(user);
    ++level.planes;
    const bool zero =
        out->height == 0 && out->slope_x == 0 && out->slope_y == 0 && out->hole_free == 0 && out->slope_spread == 0;
    if (!zero) ++level.planes_not_zero;
    *out = {0.25, 0.125, -0.125, 1, 0.375};  // left on the stack for the next call
    out->height = 0.5;
  }

  static uint32_t material(void* user, double x, double y) {
    static_cast<Level*>(user)->note(x, y);
    return 7;
  }
};

}  // namespace

TEST_CASE("an upper plane is 0 before a callback writes it, so that a host may leave out members") {
  Level level;
  const rf_terrain alone = level.terrain();
  rf_terrain steep = alone;
  steep.roughness_max = 0.3;
  rf_roughness roughness = rf_default_roughness();
  roughness.base = steep;
  rf_terrain rough;
  REQUIRE(rf_rough_terrain(&roughness, &rough, nullptr) == RF_OK);
  for (const rf_terrain& terrain : {alone, rough}) {
    OneRock world(box_rock(1, 1, 1));
    world.scene.terrain = terrain;
    std::vector<rf_state> states(9, rf_default_state());
    for (size_t i = 0; i < states.size(); ++i) {
      states[i].position[2] = 1 + 0.25 * static_cast<double>(i);
      states[i].angular_velocity[0] = static_cast<double>(i);
    }
    rf_state one = states[0];
    for (int i = 0; i < 200; ++i) REQUIRE(rf_step(&world.scene, &one, nullptr) == RF_OK);
    REQUIRE(rf_step_many(&world.scene, states.data(), 9, 200, nullptr, nullptr) == RF_OK);
    const rf_ray ray = {{-3, 0, 4}, {1, 0, -1}, 10, 0.01};
    rf_ray_hit hit;
    REQUIRE(rf_cast_rays_on_terrain(&terrain, &ray, 1, &hit, nullptr) == RF_OK);
    const rf_rectangle area = {-2, -2, 2, 2};
    rf_terrain_check(&terrain, &area, 3, 3, nullptr, nullptr);
    rf_upper_plane plane = {9, 9, 9, 9, 9};
    if (terrain.user != &level) terrain.upper_plane(terrain.user, &area, &plane);
  }
  CHECK(level.planes > 100);
  CHECK(level.planes_not_zero == 0);
}

TEST_CASE("queries for a position that is not finite do not reach the callbacks of a host") {
  Level level;
  OneRock world(box_rock(1, 1, 1));
  world.scene.terrain = level.terrain();
  const rf_terrain& terrain = world.scene.terrain;
  for (const double lost : {kNaN, kInfinity}) {
    rf_terrain_sample sample = {};
    sample.exists = 1;
    REQUIRE(rf_terrain_at(&terrain, 1, lost, &sample) == RF_OK);
    CHECK(sample.exists == 0);
    CHECK(rf_material_at(&terrain, lost, 1) == 0);
    std::vector<double> xy(2 * 70, 1.0), heights(70), normals(3 * 70);
    xy[0] = xy[2 * 33 + 1] = lost;
    for (size_t i = 2 * 38; i < xy.size(); ++i) xy[i] = lost;
    REQUIRE(rf_terrain_heights(&terrain, xy.data(), 70, heights.data(), normals.data(), nullptr) == RF_OK);
    for (size_t i = 0; i < 70; ++i) {
      const bool found = i != 0 && i != 33 && i < 38;
      CHECK(std::isnan(heights[i]) == !found);
      CHECK(std::isnan(normals[3 * i + 2]) == !found);
      if (found) CHECK(normals[3 * i + 2] == 1.0);
    }
    rf_state state = rf_default_state();
    state.position[0] = lost;
    double quantity[RF_QUANTITY_COUNT];
    REQUIRE(rf_measure(&world.scene, &state, quantity) == RF_OK);
    CHECK(quantity[RF_JUMP_HEIGHT] == 0.0);
  }
  CHECK(rf_material_at(&terrain, 1, 1) == 7);
  CHECK(level.places > 0);
  CHECK(level.places_not_finite == 0);
}
