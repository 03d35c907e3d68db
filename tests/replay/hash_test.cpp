#include <cmath>
#include <limits>
#include <set>

#include "bits.h"

using namespace determinism;

TEST_CASE("the hash of a state changes with the last bit of every member") {
  rf_state state = rf_default_state();
  std::set<uint64_t> seen = {rf_hash_state(&state)};
  auto* const reals = reinterpret_cast<double*>(&state);
  for (size_t i = 0; i < offsetof(rf_state, step) / sizeof(double); ++i) {
    const double before = reals[i];
    reals[i] = std::nextafter(before, 10.0);
    seen.insert(rf_hash_state(&state));
    reals[i] = before;
  }
  state.step = 1;
  seen.insert(rf_hash_state(&state));
  state.step = 0;
  state.rock = 1;
  seen.insert(rf_hash_state(&state));
  state.rock = 0;
  state.end = 1;
  seen.insert(rf_hash_state(&state));
  state.end = 0;
  state.phase = 1;
  seen.insert(rf_hash_state(&state));
  state.phase = 0;
  state.contact = 1;
  seen.insert(rf_hash_state(&state));
  CHECK(seen.size() == 1 + offsetof(rf_state, step) / sizeof(double) + 5);
}

TEST_CASE("the hash of states depends on their order and number") {
  rf_state states[3] = {rf_default_state(), rf_default_state(), rf_default_state()};
  states[0].step = 5;
  const uint64_t hash = rf_hash_states(states, 3);
  CHECK(rf_hash_states(states, 2) != hash);
  std::swap(states[0], states[1]);
  CHECK(rf_hash_states(states, 3) != hash);
  std::swap(states[0], states[1]);
  CHECK(rf_hash_states(states, 3) == hash);
  CHECK(rf_hash_states(nullptr, 0) != 0);
  CHECK(rf_hash_states(nullptr, 1) == 0);
  CHECK(rf_hash_state(nullptr) == 0);
}

TEST_CASE("the hash of a grid depends on heights, holes and ground but not on the precision of the arrays") {
  World world;
  build(world, "scarring");
  for (double& z : world.heights) z = static_cast<double>(static_cast<float>(z));
  world.heights[5] = std::numeric_limits<double>::quiet_NaN();
  world.use_grid();
  rf_terrain_hash hash;
  REQUIRE(rf_hash_terrain(&world.scene.terrain, &hash, nullptr) == RF_OK);

  std::vector<float> single(world.heights.begin(), world.heights.end());
  single[5] = -std::numeric_limits<float>::quiet_NaN();
  rf_grid grid = world.grid;
  grid.heights_f64 = nullptr;
  grid.heights_f32 = single.data();
  rf_terrain terrain;
  REQUIRE(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
  rf_terrain_hash other;
  REQUIRE(rf_hash_terrain(&terrain, &other, nullptr) == RF_OK);
  CHECK(other.surface == hash.surface);
  CHECK(other.ground == hash.ground);

  world.heights[6] = std::nextafter(world.heights[6], 1e9);
  REQUIRE(rf_hash_terrain(&world.scene.terrain, &other, nullptr) == RF_OK);
  CHECK(other.surface != hash.surface);
  CHECK(other.ground == hash.ground);

  world.fields[RF_GROUND_KAPPA][7] += 1;
  REQUIRE(rf_hash_terrain(&world.scene.terrain, &other, nullptr) == RF_OK);
  CHECK(other.ground != hash.ground);
}

TEST_CASE("a terrain of callbacks is hashed by its identity and refused without one") {
  World world;
  build(world, "callbacks");
  rf_terrain_hash one, two;
  rf_error error;
  REQUIRE(rf_hash_terrain(&world.scene.terrain, &one, &error) == RF_OK);
  world.scene.terrain.identity += 1;
  REQUIRE(rf_hash_terrain(&world.scene.terrain, &two, &error) == RF_OK);
  CHECK(one.surface != two.surface);
  world.scene.terrain.identity = 0;
  CHECK(rf_hash_terrain(&world.scene.terrain, &two, &error) == RF_UNSUPPORTED);
  CHECK(std::string(error.text).find("identity") != std::string::npos);
}

TEST_CASE("the hash of terrain samples changes with surface, ground and area") {
  World world;
  build(world, "callbacks");
  const rf_rectangle area = {-10, -10, 10, 10};
  rf_terrain_hash bowl, smaller, plane;
  REQUIRE(rf_hash_terrain_samples(&world.scene.terrain, &area, 41, 41, &bowl, nullptr) == RF_OK);
  const rf_rectangle half = {-10, -10, 10, 5};
  REQUIRE(rf_hash_terrain_samples(&world.scene.terrain, &half, 41, 41, &smaller, nullptr) == RF_OK);
  world.use_plane(0, rf_default_ground());
  REQUIRE(rf_hash_terrain_samples(&world.scene.terrain, &area, 41, 41, &plane, nullptr) == RF_OK);
  CHECK(bowl.surface != smaller.surface);
  CHECK(bowl.surface != plane.surface);
  CHECK(bowl.ground != plane.ground);
  rf_error error;
  const rf_rectangle turned = {10, -10, -10, 10};
  CHECK(rf_hash_terrain_samples(&world.scene.terrain, &turned, 41, 41, &plane, &error) == RF_BAD_VALUE);
  CHECK(std::string(error.text).find("x_max") != std::string::npos);
  CHECK(rf_hash_terrain_samples(&world.scene.terrain, &area, 1, 41, &plane, &error) == RF_BAD_VALUE);
}

TEST_CASE("the identity of a scene has separate hashes of rocks, surface, ground and settings") {
  World world;
  build(world, "ramp_implicit");
  rf_scene_identity a, b;
  REQUIRE(rf_hash_scene(&world.scene, &a, nullptr) == RF_OK);
  world.scene.settings.gravity = 9.8;
  REQUIRE(rf_hash_scene(&world.scene, &b, nullptr) == RF_OK);
  CHECK(a.settings != b.settings);
  CHECK(a.rocks == b.rocks);
  CHECK(a.surface == b.surface);
  world.add_box(1, 2, 3);
  REQUIRE(rf_hash_scene(&world.scene, &b, nullptr) == RF_OK);
  CHECK(a.rocks != b.rocks);
  static_cast<rf_grid*>(world.scene.terrain.user)->ground.mu_max += 1;
  REQUIRE(rf_hash_scene(&world.scene, &b, nullptr) == RF_OK);
  CHECK(a.ground != b.ground);
  world.scene.terrain.sample = nullptr;
  CHECK(rf_hash_scene(&world.scene, &b, nullptr) == RF_NULL_ARGUMENT);
}
