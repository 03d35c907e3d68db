#include "determinism/host_arithmetic.h"

#include <cstring>
#include <limits>
#include <string>
#include <vector>

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

void add(Words& words, rf_status status) { words.push_back(static_cast<uint64_t>(status)); }

// Calls functions of shapes, releases, scenes and terrains that compute numbers.
Words call_functions_of_scenes(World& world) {
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
  add(words, rf_shape_points(&shape, x, 20, &count, &error));
  add(words, x, 60);
  const double corners[6] = {4, 4, 20, 5, 15, 30};
  rf_release release = rf_default_release();
  release.kind = RF_RELEASE_AREA;
  release.points = corners;
  release.point_count = 3;
  release.height_max = 0.7;
  rf_state state = rf_default_state();
  add(words, rf_release_state(&world.scene, &release, 5, &state, &error));
  words.push_back(rf_hash_state(&state));
  state.velocity[0] = 3.3;
  state.angular_velocity[1] = 0.7;
  double quantity[RF_QUANTITY_COUNT] = {}, angular_momentum[3] = {};
  add(words, rf_measure(&world.scene, &state, quantity));
  add(words, rf_angular_momentum(&world.scene, &state, angular_momentum));
  add(words, quantity, RF_QUANTITY_COUNT);
  add(words, angular_momentum, 3);
  const double energy = rf_kinetic_energy(&world.scene, &state), mu = rf_ground_friction(&world.grid.ground, 0.3);
  add(words, &energy, 1);
  add(words, &mu, 1);
  const double impulse[3] = {10, 3, 1.7};
  add(words, rf_apply_impulse(&world.scene, &state, impulse, world.states[0].position, &error));
  add(words, rf_place_above_ground(&world.scene, &state, 0.3, &error));
  words.push_back(rf_hash_state(&state));
  rf_terrain_sample sample;
  add(words, rf_terrain_at(&world.scene.terrain, 7.3, 9.1, &sample));
  add(words, &sample.height, 4);
  rf_rock_statistics statistics = rf_default_rock_statistics(&state);
  for (int i = 0; i < 50; ++i) rf_step_with_statistics(&world.scene, &state, &statistics, nullptr);
  rf_campaign_summary summary;
  add(words, rf_summarise(&statistics, 1, &summary));
  add(words, &summary.distance_weighted[0].mean, sizeof summary / sizeof(double));
  rf_scene_identity identity;
  add(words, rf_hash_scene(&world.scene, &identity, &error));
  words.insert(words.end(), {identity.rocks, identity.surface, identity.ground, identity.settings});
  return words;
}

// Calls functions of bodies and frames.
Words call_functions_of_bodies() {
  Words words;
  const double inertia[3] = {1.1, 2.3, 3.1}, velocity[3] = {0.3, 1.7, -0.9};
  double orientation[4] = {1, 0, 0, 0}, omega[3] = {0.3, 1.7, -0.9};
  add(words, rf_free_rotation(RF_SCHEME_EXACT, inertia, 0.013, 20, orientation, omega, nullptr));
  add(words, orientation, 4);
  add(words, omega, 3);
  rf_body body = rf_default_body();
  for (size_t i = 0; i < 3; ++i) body.inertia[4 * i] = inertia[i];
  rf_body_state state;
  add(words, rf_body_start(&body, orientation, velocity, &state, nullptr));
  add(words, state.directors, 9);
  add(words, state.velocities, 9);
  for (int i = 0; i < 20; ++i) add(words, rf_body_step(&body, &state, nullptr));
  add(words, state.directors, 9);
  add(words, state.velocities, 9);
  rf_body_invariants invariants;
  add(words, rf_body_get_invariants(&body, &state, &invariants));
  add(words, reinterpret_cast<const double*>(&invariants), sizeof invariants / sizeof(double));
  double quotient = 0;
  add(words, rf_quotient_of_precision(orientation, omega, velocity, 3, &quotient));
  add(words, &quotient, 1);
  const double positions[6] = {0, 0, 0, 1.1, 0.3, -0.7}, velocities[6] = {1.3, 0.2, 0.1, 1.7, -0.9, -3.1};
  rf_frame frames[2];
  add(words, rf_frame_along(positions, velocities, 2, nullptr, frames, nullptr));
  add(words, reinterpret_cast<const double*>(frames), 24);
  add(words, rf_frame_orientation(frames + 1, orientation, nullptr));
  add(words, orientation, 4);
  return words;
}

// Calls functions that a host asks about terrain and rocks. `state` is that of a rock below the ground.
Words call_queries(const World& world, rf_state state) {
  Words words;
  const rf_scene& scene = world.scene;
  double lifted = 0;
  add(words, rf_lift_out_of_ground(&scene, &state, &lifted, nullptr));
  add(words, &lifted, 1);
  add(words, state.position, 3);
  const rf_ray ray = {{7.3, 9.1, 90}, {0.1, 0.2, -1}, 300, 0};
  rf_ray_hit hit;
  add(words,
      rf_cast_rays(&scene, world.states.data(), static_cast<uint32_t>(world.states.size()), &ray, 1, &hit, nullptr));
  add(words, reinterpret_cast<const double*>(&hit), 7);
  rf_closest_point closest;
  add(words, rf_closest_on_terrain(&scene.terrain, state.position, 20, &closest, nullptr));
  add(words, reinterpret_cast<const double*>(&closest), 7);
  add(words, rf_closest_on_rock(&scene, &state, ray.origin, &closest, nullptr));
  add(words, reinterpret_cast<const double*>(&closest), 7);
  double heights[1], normals[3];
  add(words, rf_terrain_heights(&scene.terrain, ray.origin, 1, heights, normals, nullptr));
  add(words, heights, 1);
  add(words, normals, 3);
  const rf_render_def def = rf_default_render_def();
  float drawn[7] = {};
  add(words, rf_render_transforms(&def, &world.states[0], &state, 1, 0.3, drawn, sizeof drawn, nullptr));
  for (const float number : drawn) {
    const double value = static_cast<double>(number);
    add(words, &value, 1);
  }
  return words;
}

// Materials where rounding decides which cell a position is in.
Words materials_at_seams() {
  constexpr uint32_t kCells = 30;
  const std::vector<double> heights(2 * (kCells + 1), 0.0);
  std::vector<uint32_t> materials(kCells);
  for (uint32_t i = 0; i < kCells; ++i) materials[i] = i;
  rf_grid grid = rf_default_grid();
  grid.columns = kCells + 1;
  grid.rows = 2;
  grid.cell_x = 0.1;
  grid.cell_y = 1;
  grid.heights_f64 = heights.data();
  grid.materials = materials.data();
  rf_terrain terrain;
  Words words;
  add(words, rf_grid_terrain(&grid, &terrain, nullptr));
  static const double seams[] = {0.3, 0.6, 0.7, 1.2, 1.4, 1.7, 1.9, 2.3, 2.4, 2.8};
  for (const double x : seams) words.push_back(rf_material_at(&terrain, x, 0.5));
  return words;
}

// Cleared memory for a shape.
unsigned char* aligned_block(std::vector<unsigned char>& memory, size_t bytes) {
  memory.assign(bytes + RF_MEMORY_ALIGNMENT, 0);
  return memory.data() + (RF_MEMORY_ALIGNMENT - reinterpret_cast<uintptr_t>(memory.data()) % RF_MEMORY_ALIGNMENT);
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
  unsigned char* const block = aligned_block(memory, bytes);
  const rf_rock* rock;
  REQUIRE(rf_cook_rock(&def, block, bytes, &rock, nullptr) == RF_OK);
  return rf_hash_rock(rock);
}

// A recording that adds the first shape of a scene.
std::vector<unsigned char> recorded_shape(const rf_scene& scene) {
  const rf_recording_def def = rf_default_recording_def();
  const rf_rock* const rock = scene.rocks[0];
  std::vector<unsigned char> memory(rf_recorder_begin_bytes(&def) + rf_recorder_shape_bytes(rock) + 65536);
  rf_recorder recorder;
  REQUIRE(rf_recorder_begin(&recorder, &def, &scene, memory.data(), memory.size(), nullptr) == RF_OK);
  REQUIRE(rf_recorder_shape(&recorder, rock, nullptr) == RF_OK);
  REQUIRE(rf_recorder_end(&recorder, nullptr, 0, nullptr) == RF_OK);
  memory.resize(recorder.used);
  return memory;
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
  rf_state buried = world.states[0];
  buried.position[2] -= 1033.3;
  const auto call_all_functions = [&] {
    Words words = call_functions_of_scenes(world);
    for (const Words& others : {call_functions_of_bodies(), call_queries(world, buried), materials_at_seams()}) {
      words.insert(words.end(), others.begin(), others.end());
    }
    return words;
  };
  const Words expected = call_all_functions();
  const uint64_t rock = cook(memory);
  for (const std::string& mode : host_modes()) {
    CAPTURE(mode);
    Words words;
    uint64_t cooked;
    {
      const HostArithmetic host(mode);
      words = call_all_functions();
      cooked = cook(memory);
    }
    CHECK(words == expected);
    CHECK(cooked == rock);
  }
}

TEST_CASE("a recorded shape is read with the same bits in every floating-point environment of the host") {
  World world;
  build(world, "scarring");
  const std::vector<unsigned char> bytes = recorded_shape(world.scene);
  rf_recording recording;
  rf_record record;
  REQUIRE(rf_recording_open(&recording, bytes.data(), bytes.size(), nullptr, nullptr) == RF_OK);
  REQUIRE(rf_recording_next(&recording, &record, nullptr) == RF_OK);
  REQUIRE(record.kind == RF_RECORD_SHAPE);
  std::vector<unsigned char> memory, other_memory;
  unsigned char* const block = aligned_block(memory, record.shape_bytes);
  const rf_rock* rock;
  REQUIRE(rf_record_shape(&record, block, record.shape_bytes, &rock, nullptr) == RF_OK);
  for (const std::string& mode : host_modes()) {
    CAPTURE(mode);
    unsigned char* const other_block = aligned_block(other_memory, record.shape_bytes);
    const rf_rock* other;
    {
      const HostArithmetic host(mode);
      rf_record_shape(&record, other_block, record.shape_bytes, &other, nullptr);
    }
    CHECK(std::memcmp(block, other_block, record.shape_bytes) == 0);
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

TEST_CASE("cells of a campaign that are not finite are refused where the host has traps") {
  World world;
  build(world, "resting");
  rf_cells cells = {};
  cells.columns = cells.rows = 4;
  cells.size = std::numeric_limits<double>::quiet_NaN();
  std::vector<rf_cell_passage> passages(4);
  uint32_t count = 0;
  rf_observation observation = rf_default_observation();
  observation.cells = &cells;
  observation.passages = passages.data();
  observation.passage_count = &count;
  observation.passage_room = 4;
  for (const std::string& mode : host_modes()) {
    CAPTURE(mode);
    rf_status refused;
    {
      const HostArithmetic host(mode);
      refused = rf_step_many_observed(&world.scene, world.states.data(), 1, 1, nullptr, &observation, nullptr);
    }
    CHECK(refused == RF_BAD_VALUE);
  }
}

TEST_CASE("a recorded impulse and the hash of a state that are not finite are handled where the host has traps") {
  World world;
  build(world, "resting");
  const double impulse[3] = {std::numeric_limits<double>::infinity(), 0, 0};
  rf_state state = world.states[0];
  state.velocity[0] = std::numeric_limits<double>::signaling_NaN();
  std::vector<unsigned char> block(4096);
  rf_recorder recorder;
  const rf_recording_def def = rf_default_recording_def();
  REQUIRE(rf_recorder_begin(&recorder, &def, &world.scene, block.data(), block.size(), nullptr) == RF_OK);
  REQUIRE(rf_recorder_add(&recorder, &world.states[0], nullptr) == RF_OK);
  const uint64_t expected = rf_hash_state(&state);
  for (const std::string& mode : host_modes()) {
    CAPTURE(mode);
    rf_status refused;
    uint64_t hash, hash_of_all;
    {
      const HostArithmetic host(mode);
      refused = rf_recorder_impulse(&recorder, 0, impulse, nullptr, nullptr);
      hash = rf_hash_state(&state);
      hash_of_all = rf_hash_states(&state, 1);
    }
    CHECK(refused == RF_BAD_VALUE);
    CHECK(hash == expected);
    CHECK(hash_of_all == rf_hash_states(&state, 1));
  }
}
