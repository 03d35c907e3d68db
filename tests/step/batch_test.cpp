#include "step/batch.h"

#include <doctest/doctest.h>
#include <rockfall/rockfall.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "rock/rock.h"
#include "step/portable_lanes.h"
#include "step/worlds.h"

using support::check_same_bits;
using support::same_bits;
using support::step_one_by_one;

namespace {

// Two shapes on rough ground with a hole: rocks fly, roll, rest, leave the terrain or reach the time limit.
class World {
 public:
  World() : heights_(61 * 61), grid_(rf_default_grid()) {
    cook(0, RF_SHAPE_EOTA, 1.0, 0.5);
    cook(1, RF_SHAPE_BOX, 0.4, 0.3);
    for (uint32_t row = 0; row < 61; ++row) {
      for (uint32_t column = 0; column < 61; ++column) {
        double random[2];
        rf_random_pair(3, column, row, random);
        const bool hole = column > 50 && column < 54 && row > 28 && row < 33;
        heights_[row * 61 + column] = hole ? NAN : static_cast<float>(-0.8 * 2.0 * column + 0.3 * random[0]);
      }
    }
    grid_.columns = grid_.rows = 61;
    grid_.cell_x = grid_.cell_y = 2;
    grid_.heights_f32 = heights_.data();
    grid_.ground.restitution_normal = 0.2;
    scene_ = rf_default_scene();
    scene_.rocks = rocks_;
    scene_.rock_count = 2;
    scene_.settings.time_limit = 9;
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  rf_scene& scene() { return scene_; }
  rf_grid& grid() { return grid_; }

  void add_drag_layer(double height, double drag_of_rotation) {
    grid_.ground.layer_drag = 200;
    grid_.ground.layer_drag_rotation = drag_of_rotation;
    grid_.ground.layer_height = height;
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
  }

  // A layer on one half of the terrain.
  void add_forest() {
    for (size_t i = 0; i < heights_.size(); ++i) layer_height_.push_back(i % 61 < 30 ? 2.0f : 0.0f);
    grid_.ground.layer_drag = 150;
    grid_.fields[RF_GROUND_LAYER_HEIGHT] = layer_height_.data();
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
  }

  // @param height  up to which it also acts without contact, in half diagonals of the rock
  void add_contact_drag(double height) {
    grid_.ground.contact_drag = 0.4;
    grid_.ground.contact_drag_height = height;
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
  }

  void set_ground(const char* preset) {
    grid_.ground = rf_ground_preset_find(preset)->ground;
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
  }

  // Another decay of slippage and another friction on one half of the terrain.
  void add_second_soil() {
    for (size_t i = 0; i < heights_.size(); ++i) {
      const bool left = i % 61 < 30;
      beta_.push_back(left ? 0.5f : 30.0f);
      mu_max_.push_back(left ? 0.7f : 1.6f);
    }
    grid_.ground.kappa = 2;
    grid_.ground.mu_min = 0.4;
    grid_.fields[RF_GROUND_BETA] = beta_.data();
    grid_.fields[RF_GROUND_MU_MAX] = mu_max_.data();
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
    REQUIRE(scene_.terrain.uniform_beta < 0);
  }

  std::vector<rf_state> starts(uint32_t count) {
    std::vector<rf_state> states;
    for (uint32_t i = 0; i < count; ++i) {
      rf_state state = rf_default_state();
      double random[2];
      rf_random_pair(5, i, 0, random);
      rf_random_orientation(5, i, 1, state.orientation);
      state.rock = i % 2;
      state.position[0] = 6 + 100 * random[0];
      state.position[1] = 6 + 108 * random[1];
      if (rf_place_above_ground(&scene_, &state, 0.05 + 3 * random[1], nullptr) != RF_OK) state.position[2] = 5;
      state.angular_velocity[1] = 40 * random[0];
      state.velocity[0] = 10 * random[1];
      states.push_back(state);
    }
    return states;
  }

 private:
  struct Freed {
    void operator()(void* memory) const { std::free(memory); }
  };

  void cook(size_t index, int32_t shape, double width, double height) {
    rf_shape_def def = rf_default_shape_def();
    def.kind = shape;
    def.size[0] = def.size[1] = width;
    def.size[2] = height;
    double points[3 * 24];
    rf_rock_def rock = rf_default_rock_def();
    REQUIRE(rf_shape_points(&def, points, 24, &rock.point_count, nullptr) == RF_OK);
    rock.points = points;
    size_t bytes = 0;
    REQUIRE(rf_rock_memory(&rock, &bytes, nullptr) == RF_OK);
    memory_[index].reset(std::aligned_alloc(64, (bytes + 63) / 64 * 64));
    REQUIRE(rf_cook_rock(&rock, memory_[index].get(), bytes, rocks_ + index, nullptr) == RF_OK);
  }

  std::unique_ptr<void, Freed> memory_[2];
  const rf_rock* rocks_[2];
  std::vector<float> heights_, beta_, mu_max_, layer_height_;
  rf_grid grid_;
  rf_scene scene_;
};

void check_batch(World& world, uint32_t count) {
  for (const uint32_t steps : {1u, 7u, 600u, 10000u}) {
    std::vector<rf_state> single = world.starts(count), batch = single;
    step_one_by_one(world.scene(), single, steps);
    REQUIRE(rf_step_many(&world.scene(), batch.data(), count, steps, nullptr, nullptr) == RF_OK);
    check_same_bits(single, batch);
  }
}

}  // namespace

TEST_CASE("rf_step_many gives the same bits as rf_step") {
  World world;
  REQUIRE(rockfall::can_batch(world.scene()));
  check_batch(world, 41);
}

TEST_CASE("rf_step_many gives the same bits as rf_step in drag layers") {
  for (const double drag_of_rotation : {0.0, 20.0}) {
    for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
      CAPTURE(drag_of_rotation);
      CAPTURE(scheme);
      World world;
      world.scene().settings.scheme = scheme;
      world.add_drag_layer(1.0, drag_of_rotation);
      REQUIRE(rockfall::can_batch(world.scene()));
      check_batch(world, 20);
    }
  }
}

TEST_CASE("rf_step_many gives the same bits as rf_step where a part of the terrain is forest, on rock and on soil") {
  for (const char* const preset : {"extra_hard", "medium"}) {
    CAPTURE(preset);
    World world;
    world.set_ground(preset);
    world.add_forest();
    check_batch(world, 41);
  }
}

TEST_CASE("rf_step_many gives the same bits as rf_step with drag in contact and near the ground") {
  for (const double height : {0.0, 1.5}) {
    CAPTURE(height);
    World world;
    world.add_contact_drag(height);
    check_batch(world, 41);
  }
}

TEST_CASE("rf_step_many gives the same bits as rf_step on soil and on rigid ground with rolling resistance") {
  for (const char* const preset : {"medium", "extra_hard"}) {
    CAPTURE(preset);
    for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
      CAPTURE(scheme);
      World world;
      world.set_ground(preset);
      world.scene().settings.scheme = scheme;
      check_batch(world, 20);
    }
  }
}

TEST_CASE("rf_step_many steps rocks over two soils in lanes, with the same bits as rf_step") {
  World world;
  world.add_second_soil();
  REQUIRE(rockfall::can_batch(world.scene()));
  check_batch(world, 20);
}

TEST_CASE("rf_step_many steps every scheme in lanes, with the same bits as rf_step") {
  for (const int32_t scheme : {RF_SCHEME_EXPLICIT, RF_SCHEME_DIRECTOR, RF_SCHEME_EXACT}) {
    CAPTURE(scheme);
    World world;
    world.scene().settings.scheme = scheme;
    REQUIRE(rockfall::can_batch(world.scene()));
    check_batch(world, 20);
    // Three different moments, drag, slippage.
    worlds::BusySlope slope(scheme, 3);
    slope.grid.ground.layer_height = 0.2;
    slope.renew();
    std::vector<rf_state> single;
    for (int i = 0; i < 20; ++i) single.push_back(slope.state_near_ground());
    single[2].angular_velocity[1] = 900;
    std::vector<rf_state> batch = single;
    step_one_by_one(slope.scene, single, 1000);
    REQUIRE(rf_step_many(&slope.scene, batch.data(), 20, 1000, nullptr, nullptr) == RF_OK);
    check_same_bits(single, batch);
  }
}

TEST_CASE("rf_step_many gives the same bits as rf_step for fast rotations and non-finite states") {
  World world;
  std::vector<rf_state> single = world.starts(12);
  single[3].angular_velocity[2] = 1600;
  single[7].velocity[1] = NAN;
  single[9].velocity[2] = 1e307;
  std::vector<rf_state> batch = single;
  step_one_by_one(world.scene(), single, 300);
  rf_many_report report;
  REQUIRE(rf_step_many(&world.scene(), batch.data(), 12, 300, nullptr, &report) == RF_OK);
  CHECK(batch[7].end == RF_ENDED_FAULT);
  CHECK(report.faults >= 1);
  for (size_t i = 0; i < 12; ++i) {
    if (i != 7) CHECK(same_bits(single[i], batch[i]));
  }
}

TEST_CASE("every instruction set of this machine and the portable lanes give the same bits") {
  World world;
  const std::vector<rf_state> start = world.starts(33);
  std::vector<rf_state> single = start;
  step_one_by_one(world.scene(), single, 3000);
  for (const rockfall::LaneRunner run : lane_runners()) {
    std::vector<rf_state> batch = start;
    rockfall::step_batch(rockfall::batch_job(world.scene(), batch.data(), 33, 3000), run);
    check_same_bits(single, batch);
  }
}

namespace {

// Statistics of rocks, and the counters of their steps.
struct Observed {
  explicit Observed(const std::vector<rf_state>& states)
      : impacts(states.size(), 0),
        unconverged(states.size(), 0),
        work_limited(states.size(), 0),
        in_contact(states.size(), 0) {
    for (const rf_state& state : states) statistics.push_back(rf_default_rock_statistics(&state));
  }
  rf_observation arrays() {
    rf_observation observation = rf_default_observation();
    observation.statistics = statistics.data();
    observation.impacts = impacts.data();
    observation.in_contact = in_contact.data();
    observation.unconverged = unconverged.data();
    observation.work_limited = work_limited.data();
    return observation;
  }
  std::vector<rf_rock_statistics> statistics;
  std::vector<uint32_t> impacts, unconverged, work_limited;
  std::vector<uint8_t> in_contact;
};

void check_same_observation(const Observed& a, const Observed& b) {
  CHECK(a.impacts == b.impacts);
  CHECK(a.unconverged == b.unconverged);
  CHECK(a.work_limited == b.work_limited);
  CHECK(a.in_contact == b.in_contact);
  for (size_t i = 0; i < a.statistics.size(); ++i) {
    CAPTURE(i);
    CHECK(std::memcmp(&a.statistics[i], &b.statistics[i], sizeof(rf_rock_statistics)) == 0);
  }
}

// Steps rocks one by one with rf_step_with_statistics, and counts what the reports say.
Observed observe_one_by_one(const rf_scene& scene, std::vector<rf_state>& states, uint32_t steps) {
  Observed observed(states);
  for (size_t i = 0; i < states.size(); ++i) {
    for (uint32_t k = 0; k < steps && states[i].end == RF_MOVING; ++k) {
      rf_step_report report = {};
      if (rf_step_with_statistics(&scene, &states[i], &observed.statistics[i], &report) != RF_OK) break;
      if (report.contact_count > 0 && !observed.in_contact[i]) ++observed.impacts[i];
      observed.in_contact[i] = report.contact_count > 0;
      observed.unconverged[i] += report.converged ? 0 : 1;
      observed.work_limited[i] += report.work_limited ? 1 : 0;
    }
  }
  return observed;
}

void observe_in_calls(World& world, uint32_t steps, uint32_t steps_per_call) {
  std::vector<rf_state> single = world.starts(40), batch = single;
  batch[5].velocity[1] = single[5].velocity[1] = NAN;
  const Observed expected = observe_one_by_one(world.scene(), single, steps);
  Observed observed(batch);
  observed.statistics[5] = expected.statistics[5];
  const rf_observation arrays = observed.arrays();
  for (uint32_t k = 0; k < steps; k += steps_per_call) {
    REQUIRE(rf_step_many_observed(&world.scene(), batch.data(), 40, steps_per_call, nullptr, &arrays, nullptr) ==
            RF_OK);
  }
  batch[5].velocity[1] = single[5].velocity[1] = 0;
  check_same_bits(single, batch);
  check_same_observation(expected, observed);
  uint32_t impacts = 0;
  for (const uint32_t count : observed.impacts) impacts += count;
  CHECK(impacts > 20);
}

}  // namespace

TEST_CASE("rf_step_many_observed collects the statistics of rf_step_with_statistics with the same bits") {
  World world;
  observe_in_calls(world, 2400, 2400);
  observe_in_calls(world, 700, 7);
}

TEST_CASE("rf_observation::in_contact alone tells after each call which rocks touched the ground in their last step") {
  World world;
  std::vector<rf_state> single = world.starts(40), many = single;
  std::vector<uint8_t> in_contact(40, 0);
  rf_observation observation = rf_default_observation();
  observation.in_contact = in_contact.data();
  uint32_t touching = 0, wrong = 0;
  std::vector<bool> expected(40, false);
  for (int call = 0; call < 150; ++call) {
    REQUIRE(rf_step_many_observed(&world.scene(), many.data(), 40, 7, nullptr, &observation, nullptr) == RF_OK);
    for (size_t i = 0; i < single.size(); ++i) {
      for (int k = 0; k < 7 && single[i].end == RF_MOVING; ++k) {
        rf_step_report report = {};
        REQUIRE(rf_step(&world.scene(), &single[i], &report) == RF_OK);
        expected[i] = report.contact_count > 0;
      }
      wrong += (in_contact[i] != 0) != expected[i];
      touching += in_contact[i];
    }
  }
  check_same_bits(single, many);
  CHECK(wrong == 0);
  CHECK(touching > 100);
  CHECK(touching < 40 * 150 - 100);
}

TEST_CASE("observation of rocks outside the SIMD lanes and over callbacks has the same bits") {
  World world;
  const auto upper_plane = world.scene().terrain.upper_plane;
  world.scene().terrain.upper_plane = nullptr;
  REQUIRE(!rockfall::can_batch(world.scene()));
  observe_in_calls(world, 300, 50);
  world.scene().terrain.upper_plane = upper_plane;
  static rf_terrain grid;
  grid = world.scene().terrain;
  world.scene().terrain.user = &grid;
  world.scene().terrain.sample = [](void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
    const rf_terrain& terrain = *static_cast<const rf_terrain*>(user);
    terrain.sample(terrain.user, xy, count, out);
  };
  world.scene().terrain.upper_plane = [](void* user, const rf_rectangle* area, rf_upper_plane* out) {
    const rf_terrain& terrain = *static_cast<const rf_terrain*>(user);
    terrain.upper_plane(terrain.user, area, out);
  };
  world.scene().terrain.terrain_vertices = [](void* user, const rf_rectangle* area, double* xyz, uint32_t capacity) {
    const rf_terrain& terrain = *static_cast<const rf_terrain*>(user);
    return terrain.terrain_vertices(terrain.user, area, xyz, capacity);
  };
  observe_in_calls(world, 700, 100);
}

TEST_CASE("every instruction set and the portable lanes observe the same bits") {
  World world;
  std::vector<rf_state> single = world.starts(33);
  const std::vector<rf_state> start = single;
  const Observed expected = observe_one_by_one(world.scene(), single, 1500);
  for (const rockfall::LaneRunner run : lane_runners()) {
    std::vector<rf_state> batch = start;
    Observed observed(batch);
    const rf_observation arrays = observed.arrays();
    rockfall::BatchJob job = rockfall::batch_job(world.scene(), batch.data(), 33, 1500);
    job.observation = &arrays;
    rockfall::step_batch(job, run);
    check_same_bits(single, batch);
    check_same_observation(expected, observed);
  }
}

TEST_CASE("rf_step_many_observed checks its observation and accepts one without arrays") {
  World world;
  std::vector<rf_state> states = world.starts(3);
  CHECK(rf_step_many_observed(&world.scene(), states.data(), 3, 10, nullptr, nullptr, nullptr) == RF_NULL_ARGUMENT);
  rf_observation nothing = rf_default_observation();
  CHECK(rf_step_many_observed(&world.scene(), states.data(), 3, 10, nullptr, &nothing, nullptr) == RF_OK);
  nothing.struct_size = 0;
  CHECK(rf_step_many_observed(&world.scene(), states.data(), 3, 10, nullptr, &nothing, nullptr) == RF_BAD_DEF);
}
