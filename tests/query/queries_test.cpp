#include <doctest/doctest.h>
#include <rockfall/queries.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "query/worlds.h"
#include "support/random.h"
#include "support/refusal.h"
#include "support/rocks.h"
#include "support/scenes.h"

using namespace support;
using queries::callbacks_over;
using queries::ray_between;

TEST_CASE("the closest point of a grid is on the ground, and no sample of the ground is closer") {
  Random random(6);
  OnGrid world(box_rock(1, 1, 1), 17, 17, 1.0);
  world.roughen(random, -0.4, 0.2, 1.0);
  const rf_terrain callbacks = callbacks_over(world.scene.terrain, true);
  for (int i = 0; i < 60; ++i) {
    const double p[3] = {random.between(0, 16), random.between(0, 16), random.between(-6, 6)};
    rf_closest_point closest, searched;
    REQUIRE(rf_closest_on_terrain(&world.scene.terrain, p, 20, &closest, nullptr) == RF_OK);
    REQUIRE(closest.found == 1);
    double best = 1e300;
    for (double x = 0; x <= 16; x += 0.125) {
      for (double y = 0; y <= 16; y += 0.125) {
        rf_terrain_sample s;
        rf_terrain_at(&world.scene.terrain, x, y, &s);
        best = std::fmin(best, std::hypot(x - p[0], std::hypot(y - p[1], s.height - p[2])));
      }
    }
    CHECK(std::fabs(closest.distance) <= best + 1e-9);
    CHECK(std::fabs(closest.distance) > best - 0.1);
    rf_terrain_sample at;
    REQUIRE(rf_terrain_at(&world.scene.terrain, closest.point[0], closest.point[1], &at) == RF_OK);
    CHECK(std::fabs(at.height - closest.point[2]) < 1e-9);
    rf_terrain_at(&world.scene.terrain, p[0], p[1], &at);
    CHECK((closest.distance < 0) == (p[2] < at.height));
    REQUIRE(rf_closest_on_terrain(&callbacks, p, 20, &searched, nullptr) == RF_OK);
    CHECK(std::fabs(searched.distance) < std::fabs(closest.distance) + 0.05);
    CHECK(std::fabs(searched.distance) > std::fabs(closest.distance) - 1e-9);
  }
  const double far_away[3] = {8, 8, 100};
  rf_closest_point none;
  REQUIRE(rf_closest_on_terrain(&world.scene.terrain, far_away, 20, &none, nullptr) == RF_OK);
  CHECK(none.found == 0);
}

TEST_CASE("the closest point of a steep grid is that of the plane of its nodes") {
  for (const double slope : {1.0, 5.0, 10.0, 20.0, 50.0}) {
    CAPTURE(slope);
    OnGrid world(box_rock(1, 1, 1), 5, 5, 1);
    for (uint32_t row = 0; row < 5; ++row) {
      for (uint32_t column = 0; column < 5; ++column) world.at(column, row) = slope * (column + row);
    }
    world.renew();
    const double length = std::sqrt(1 + 2 * slope * slope);
    for (const double u : {2.3, 2.0, 2.9}) {
      const double foot[3] = {u, 1.6, slope * (u + 1.6)},
                   p[3] = {foot[0] - 0.5 * slope / length, foot[1] - 0.5 * slope / length, foot[2] + 0.5 / length};
      rf_closest_point closest;
      REQUIRE(rf_closest_on_terrain(&world.scene.terrain, p, 10, &closest, nullptr) == RF_OK);
      CHECK(closest.distance == doctest::Approx(0.5).epsilon(1e-9));
      for (int k = 0; k < 3; ++k) CHECK(std::fabs(closest.point[k] - foot[k]) < 1e-7);
    }
  }
}

TEST_CASE("the closest point of a box is on a face, an edge or a corner") {
  OnPlane world(box_rock(2, 4, 6));
  rf_state state = rf_default_state();
  const double* extent = world.rock->extent;
  const double half[3] = {extent[0] / 2, extent[1] / 2, extent[2] / 2};
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    double p[3], square = 0, depth = 1e300;
    random.fill(p, 3, 5);
    for (int k = 0; k < 3; ++k) {
      const double outside = std::fmax(std::fabs(p[k]) - half[k], 0);
      square += outside * outside;
      depth = std::fmin(depth, half[k] - std::fabs(p[k]));
    }
    rf_closest_point closest;
    REQUIRE(rf_closest_on_rock(&world.scene, &state, p, &closest, nullptr) == RF_OK);
    CHECK(closest.distance == doctest::Approx(square > 0 ? std::sqrt(square) : -depth).epsilon(1e-9));
  }
}

TEST_CASE("heights of many points are those of the terrain at each point, NaN over holes and outside") {
  Random random(7);
  OnGrid world(box_rock(1, 1, 1), 9, 9, 1.0);
  world.roughen(random, 0.1, 0.1, 0.3);
  world.at(4, 4) = kNaN;
  world.renew();
  std::vector<double> xy(2 * 77), heights(77), normals(3 * 77);
  for (double& x : xy) x = random.between(-1, 9);
  xy[10] = kNaN;
  REQUIRE(rf_terrain_heights(&world.scene.terrain, xy.data(), 77, heights.data(), normals.data(), nullptr) == RF_OK);
  std::vector<double> alone(77);
  REQUIRE(rf_terrain_heights(&world.scene.terrain, xy.data(), 77, alone.data(), nullptr, nullptr) == RF_OK);
  CHECK(std::memcmp(alone.data(), heights.data(), 77 * sizeof(double)) == 0);
  for (size_t i = 0; i < 77; ++i) {
    rf_terrain_sample s = {};
    rf_terrain_at(&world.scene.terrain, xy[2 * i], xy[2 * i + 1], &s);
    if (!s.exists) {
      CHECK(std::isnan(heights[i]));
      continue;
    }
    CHECK(heights[i] == s.height);
    CHECK(normals[3 * i + 2] == s.normal[2]);
  }
}

TEST_CASE("a stopped rock over lowered ground falls after rf_wake, and one outside the area stays") {
  OnGrid world(box_rock(1, 1, 1), 41, 41, 1.0);
  std::vector<rf_state> states(2, rf_default_state());
  for (size_t i = 0; i < 2; ++i) {
    states[i].position[0] = 10 + 20 * static_cast<double>(i);
    states[i].position[1] = 20;
    REQUIRE(rf_place_above_ground(&world.scene, &states[i], 0.01, nullptr) == RF_OK);
  }
  REQUIRE(rf_step_many(&world.scene, states.data(), 2, 3000, nullptr, nullptr) == RF_OK);
  REQUIRE(states[0].end == RF_ENDED_STOPPED);
  for (double& z : world.heights) z -= 3.47;
  world.renew();
  const double high = states[0].position[2];
  REQUIRE(rf_step_many(&world.scene, states.data(), 2, 3000, nullptr, nullptr) == RF_OK);
  CHECK(states[0].position[2] == high);  // a stopped rock is not stepped
  const rf_rectangle area = {9, 9, 10.2, 30};
  uint32_t woken = 9;
  REQUIRE(rf_wake(&world.scene, states.data(), 2, &area, &woken, nullptr) == RF_OK);
  CHECK(woken == 1);
  REQUIRE(rf_step_many(&world.scene, states.data(), 2, 6000, nullptr, nullptr) == RF_OK);
  CHECK(states[0].end == RF_ENDED_STOPPED);
  CHECK(std::fabs(high - 3.47 - states[0].position[2]) < 0.02);
  CHECK(states[1].position[2] == high);
  REQUIRE(rf_wake(&world.scene, states.data(), 2, nullptr, &woken, nullptr) == RF_OK);
  CHECK(woken == 2);
}

TEST_CASE("a rock below raised ground is lifted until it touches, without kinetic energy") {
  OnPlane world(box_rock(1, 1, 1), 0.3);
  rf_state state = rf_default_state();
  state.position[2] = -1.2;
  state.velocity[0] = 3;
  double lifted;
  const double before = rf_kinetic_energy(&world.scene, &state);
  REQUIRE(rf_lift_out_of_ground(&world.scene, &state, &lifted, nullptr) == RF_OK);
  CHECK(lifted > 1.2);
  CHECK(rf_kinetic_energy(&world.scene, &state) == before);
  rf_state placed = state;
  REQUIRE(rf_place_above_ground(&world.scene, &placed, 0, nullptr) == RF_OK);
  CHECK(placed.position[2] == state.position[2]);
  const rf_state clear = state;
  state.position[2] += 1;
  REQUIRE(rf_lift_out_of_ground(&world.scene, &state, &lifted, nullptr) == RF_OK);
  CHECK(lifted == 0);
  CHECK(state.position[2] == clear.position[2] + 1);
}

TEST_CASE("a rock that rests in its scar is lifted only by what the ground rises, and keeps the scar") {
  OnPlane world(box_rock(1, 1, 1), 0.3);
  world.plane.ground.soil_strength = 2e6;
  world.plane.ground.mu_min = world.plane.ground.mu_max = 2;
  world.renew();
  rf_state state = rf_default_state();
  REQUIRE(rf_place_above_ground(&world.scene, &state, 1, nullptr) == RF_OK);
  REQUIRE(rf_step_many(&world.scene, &state, 1, 10000, nullptr, nullptr) == RF_OK);
  REQUIRE(state.end == RF_ENDED_STOPPED);
  REQUIRE(state.scar_depth > 0.02);
  const double depth = state.scar_depth;
  double lifted;
  REQUIRE(rf_lift_out_of_ground(&world.scene, &state, &lifted, nullptr) == RF_OK);
  CHECK(lifted < 0.1 * depth);
  world.plane.height += 0.4;
  world.renew();
  REQUIRE(rf_lift_out_of_ground(&world.scene, &state, &lifted, nullptr) == RF_OK);
  CHECK(lifted == doctest::Approx(0.4));
  CHECK(state.scar_depth == depth);
  world.plane.ground.soil_strength = 0;  // as after frost
  world.renew();
  REQUIRE(rf_lift_out_of_ground(&world.scene, &state, &lifted, nullptr) == RF_OK);
  CHECK(lifted > depth);
  REQUIRE(rf_place_above_ground(&world.scene, &state, 1, nullptr) == RF_OK);
  CHECK(state.scar_depth == 0);
  CHECK(state.scar_path == 0);
}

TEST_CASE("bad arguments of queries are refused with their name and write nothing") {
  OnPlane world(box_rock(1, 1, 1));
  const double from[3] = {0, 0, 1}, to[3] = {0, 0, -1};
  rf_ray rays[2] = {ray_between(from, to), ray_between(from, to)};
  rf_ray_hit hits[2];
  std::memset(hits, 0x5A, sizeof hits);
  const std::vector<unsigned char> before(sizeof hits, 0x5A);
  rf_error error;
  const auto refused = [&](const char* word) {
    const rf_status status = rf_cast_rays(&world.scene, nullptr, 0, rays, 2, hits, &error);
    CHECK(std::string(error.text).find(word) != std::string::npos);
    CHECK(std::memcmp(hits, before.data(), sizeof hits) == 0);
    rays[1] = rays[0];
    return status;
  };
  rays[1].origin[2] = kNaN;
  CHECK(refused("rays[1]") == RF_BAD_VALUE);
  rays[1].direction[2] = 0;
  CHECK(refused("direction") == RF_BAD_VALUE);
  for (const double length : {0.0, -1.0, 1e300, kInfinity, kNaN}) {
    rays[1].length = length;
    CHECK(refused("rays[1] has a length that is not > 0 and at most 1e100") == RF_BAD_VALUE);
  }
  rays[1].resolution = 1e-9;
  CHECK(refused("RF_RAY_SAMPLES_MAX") == RF_BAD_VALUE);
  rf_state state = rf_default_state();
  state.rock = 3;
  CHECK(rf_cast_rays(&world.scene, &state, 1, rays, 2, hits, &error) == RF_BAD_VALUE);
  CHECK(std::string(error.text).find("states[0]") != std::string::npos);
  const rf_rock* const shapes[2] = {world.scene.rocks[0], nullptr};
  rf_scene with_hole = world.scene;
  with_hole.rocks = shapes;
  with_hole.rock_count = 2;
  state.rock = 1;
  CHECK(rf_cast_rays(&with_hole, &state, 1, rays, 2, hits, &error) == RF_NULL_ARGUMENT);
  CHECK(std::string(error.text).find("scene.rocks[1] is null") != std::string::npos);
  CHECK(rf_wake(&with_hole, &state, 1, nullptr, nullptr, &error) == RF_NULL_ARGUMENT);
  state = rf_default_state();
  state.position[1] = -1e101;
  CHECK(rf_cast_rays(&world.scene, &state, 1, rays, 2, hits, &error) == RF_BAD_VALUE);
  CHECK(std::string(error.text).find("states[0] has a position above 1e100") != std::string::npos);
  rf_closest_point closest;
  CHECK(rf_closest_on_rock(&world.scene, &state, from, &closest, &error) == RF_BAD_VALUE);
  CHECK(std::string(error.text).find("state is not finite, is above 1e100") != std::string::npos);
  CHECK(rf_closest_on_terrain(&world.scene.terrain, from, 0, &closest, &error) == RF_BAD_VALUE);
  CHECK(std::string(error.text).find("max_distance") != std::string::npos);
  const rf_rectangle area = {0, 0, -1, 1};
  CHECK(rf_wake(&world.scene, &state, 1, &area, nullptr, &error) == RF_BAD_VALUE);
  CHECK(std::string(error.text).find("area.x_max is -1, must be at least x_min and at most 1e300") !=
        std::string::npos);
  const rf_rectangle far = {0, -1e301, 1, 1};
  CHECK(rf_wake(&world.scene, &state, 1, &far, nullptr, &error) == RF_BAD_VALUE);
  CHECK(std::string(error.text) == "area.y_min is -1e+301, must be between -1e300 and 1e300");
  CHECK(rf_cast_rays_on_terrain(nullptr, rays, 2, hits, &error) == RF_NULL_ARGUMENT);
  CHECK(rf_terrain_heights(&world.scene.terrain, from, 1, nullptr, nullptr, &error) == RF_NULL_ARGUMENT);
}
