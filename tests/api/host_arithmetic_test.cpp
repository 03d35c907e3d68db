#include "determinism/host_arithmetic.h"

#include <limits>

#include "replay/bits.h"

using namespace determinism;

namespace {

// Results of calls as 64-bit words.
using Words = std::vector<uint64_t>;

void add(Words& words, const double* values, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits;
    std::memcpy(&bits, values + i, sizeof bits);
    words.push_back(bits);
  }
}

// Calls every function that computes numbers, except the steps.
Words call_all_functions(World& world) {
  Words words;
  double x[64] = {};
  rf_error error = {};
  rf_random_pair(1, 2, 3, x);
  rf_random_orientation(1, 2, 3, x + 2);
  add(words, x, 6);
  rf_shape_def shape = rf_default_shape_def();
  shape.kind = RF_SHAPE_ELLIPSOID;
  shape.size[0] = 1.1;
  shape.point_count = 20;
  uint32_t count = 0;
  words.push_back(static_cast<uint64_t>(rf_shape_points(&shape, x, 20, &count, &error)));
  add(words, x, 60);
  const double corners[6] = {4, 4, 20, 5, 15, 30};
  rf_release release = rf_default_release();
  release.kind = RF_RELEASE_AREA;
  release.points = corners;
  release.point_count = 3;
  release.height_max = 0.7;
  rf_state state = rf_default_state();
  words.push_back(static_cast<uint64_t>(rf_release_state(&world.scene, &release, 5, &state, &error)));
  words.push_back(rf_hash_state(&state));
  state.velocity[0] = 3.3;
  state.angular_velocity[1] = 0.7;
  double quantity[RF_QUANTITY_COUNT] = {}, angular_momentum[3] = {};
  words.push_back(static_cast<uint64_t>(rf_measure(&world.scene, &state, quantity)));
  words.push_back(static_cast<uint64_t>(rf_angular_momentum(&world.scene, &state, angular_momentum)));
  add(words, quantity, RF_QUANTITY_COUNT);
  add(words, angular_momentum, 3);
  const double energy = rf_kinetic_energy(&world.scene, &state), mu = rf_ground_friction(&world.grid.ground, 0.3);
  add(words, &energy, 1);
  add(words, &mu, 1);
  const double impulse[3] = {10, 3, 1.7};
  words.push_back(
      static_cast<uint64_t>(rf_apply_impulse(&world.scene, &state, impulse, world.states[0].position, &error)));
  words.push_back(static_cast<uint64_t>(rf_place_above_ground(&world.scene, &state, 0.3, &error)));
  words.push_back(rf_hash_state(&state));
  rf_terrain_sample sample;
  words.push_back(static_cast<uint64_t>(rf_terrain_at(&world.scene.terrain, 7.3, 9.1, &sample)));
  add(words, &sample.height, 4);
  rf_rock_statistics statistics = rf_default_rock_statistics(&state);
  for (int i = 0; i < 50; ++i) rf_step_with_statistics(&world.scene, &state, &statistics, nullptr);
  rf_campaign_summary summary;
  words.push_back(static_cast<uint64_t>(rf_summarise(&statistics, 1, &summary)));
  add(words, &summary.distance_weighted[0].mean, sizeof summary / sizeof(double));
  rf_scene_identity identity;
  words.push_back(static_cast<uint64_t>(rf_hash_scene(&world.scene, &identity, &error)));
  words.insert(words.end(), {identity.rocks, identity.surface, identity.ground, identity.settings});
  return words;
}

uint64_t cook(std::vector<unsigned char>& memory) {
  const double points[12] = {0, 0, 0, 1.1, 0, 0, 0, 0.9, 0, 0.1, 0.2, 0.7};
  const uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
  rf_rock_def def = rf_default_rock_def();
  def.points = points;
  def.point_count = 4;
  def.triangles = triangles;
  def.triangle_count = 4;
  size_t bytes;
  REQUIRE(rf_rock_memory(&def, &bytes, nullptr) == RF_OK);
  memory.assign(bytes + 64, 0);
  unsigned char* const block = memory.data() + (64 - reinterpret_cast<uintptr_t>(memory.data()) % 64) % 64;
  const rf_rock* rock;
  REQUIRE(rf_cook_rock(&def, block, bytes, &rock, nullptr) == RF_OK);
  return rf_hash_rock(rock);
}

}  // namespace

TEST_CASE("steps give the same bits in every floating-point environment of the host and restore that environment") {
  for (const Scene& scene : scenes()) {
    CAPTURE(scene.name);
    World standard;
    scene.build(standard);
    const std::vector<rf_state> start = standard.states;
    step_all(standard.scene, standard.states, 400);
    for (const std::string& mode : host_modes()) {
      CAPTURE(mode);
      std::vector<rf_state> states = start;
      uint64_t before, after;
      {
        const HostArithmetic host(mode);
        before = HostArithmetic::control();
        rf_step_many(&standard.scene, states.data(), static_cast<uint32_t>(states.size()), 300, nullptr, nullptr);
        for (rf_state& state : states) {
          for (int i = 0; i < 100; ++i) rf_step(&standard.scene, &state, nullptr);
        }
        after = HostArithmetic::control();
      }
      CHECK(same_bits(states, standard.states));
      CHECK(before == after);
    }
  }
}

TEST_CASE("subnormal velocities are kept if the host flushes subnormal numbers to zero") {
  World world;
  build(world, "free_rotation_implicit");
  rf_state& state = world.states[0];
  state.velocity[0] = 1e-310;
  state.angular_velocity[2] = std::numeric_limits<double>::denorm_min();
  rf_state same = state;
  step_all(world.scene, world.states, 10);
  CHECK(world.states[0].velocity[0] == 1e-310);
  for (const std::string& mode : host_modes()) {
    CAPTURE(mode);
    rf_state other = same;
    {
      const HostArithmetic host(mode);
      for (int i = 0; i < 10; ++i) rf_step(&world.scene, &other, nullptr);
    }
    CHECK(same_bits(other, world.states[0]));
  }
}

TEST_CASE("all other functions give the same bits in every floating-point environment of the host") {
  World world;
  build(world, "scarring");
  std::vector<unsigned char> memory;
  const Words expected = call_all_functions(world);
  const uint64_t rock = cook(memory);
  for (const std::string& mode : host_modes()) {
    CAPTURE(mode);
    Words words;
    uint64_t cooked;
    {
      const HostArithmetic host(mode);
      words = call_all_functions(world);
      cooked = cook(memory);
    }
    CHECK(words == expected);
    CHECK(cooked == rock);
  }
}

TEST_CASE("range checks have the same result in every floating-point environment of the host") {
  rf_settings settings = rf_default_settings();
  settings.time_step = 1e-310;  // positive, but zero if subnormal numbers are flushed
  rf_ground ground = rf_default_ground();
  ground.beta = -1e-310;
  for (const std::string& mode : host_modes()) {
    CAPTURE(mode);
    rf_status accepted, refused;
    {
      const HostArithmetic host(mode);
      accepted = rf_settings_check(&settings, nullptr);
      refused = rf_ground_check(&ground, nullptr);
    }
    CHECK(accepted == RF_OK);
    CHECK(refused == RF_BAD_VALUE);
  }
}
