// rf_step_many gives the same bits as rf_step.
#include "step/batch.h"

#include <doctest/doctest.h>
#include <rockfall/rockfall.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "step/batch_world.h"

using support::check_same_bits;
using support::same_bits;
using support::step_one_by_one;

namespace {

void check_batch(World& world, uint32_t count) {
  for (const uint32_t steps : {1u, 7u, 600u, 10000u}) {
    std::vector<rf_state> single = world.starts(count), batch = single;
    step_one_by_one(world.scene(), single, steps);
    REQUIRE(rf_step_many(&world.scene(), batch.data(), count, steps, nullptr, nullptr) == RF_OK);
    check_same_bits(single, batch);
  }
}

void check_every_runner(World& world, const std::vector<rf_state>& start, uint32_t steps) {
  std::vector<rf_state> single = start;
  step_one_by_one(world.scene(), single, steps);
  for (const rockfall::LaneRunner run : lane_runners()) {
    const uint32_t count = rocks_to_step(run, static_cast<uint32_t>(start.size()));
    std::vector<rf_state> batch(start.begin(), start.begin() + count);
    rockfall::step_batch(rockfall::batch_job(world.scene(), batch.data(), count, steps), run);
    check_same_bits({single.begin(), single.begin() + count}, batch);
  }
}

// Steps in which a rock touches the ground.
struct Touches {
  uint32_t count = 0;
  uint64_t last_step = 0;
};

void note_touch(void* user, uint32_t index, const rf_state& state, const rockfall::StepContact&) {
  Touches& touches = (*static_cast<std::vector<Touches>*>(user))[index];
  CHECK(state.step > touches.last_step);
  ++touches.count;
  touches.last_step = state.step;
}

// The touches of a rock that steps alone, in calls of one step.
Touches touches_of(const rf_scene& scene, rf_state state, uint32_t steps) {
  std::vector<Touches> found(1);
  const rockfall::ContactObserver observer = {&found, note_touch};
  for (uint32_t k = 0; k < steps && state.end == RF_MOVING; ++k) {
    rockfall::BatchJob job = rockfall::batch_job(scene, &state, 1, 1);
    job.observer = &observer;
    rockfall::step_batch(job, rockfall::run_lanes_one);
  }
  return found[0];
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
  for (const char* const preset : {"medium", "hard", "extra_hard"}) {
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

TEST_CASE("rf_step_many gives the same bits as rf_step with drag of the soil on the rotation") {
  const auto check_drag = [](double coefficient, int32_t scheme, bool two_soils) {
    CAPTURE(coefficient);
    CAPTURE(scheme);
    CAPTURE(two_soils);
    World world;
    world.set_ground("medium");
    world.set_member(RF_GROUND_SOIL_DRAG_ROTATION, coefficient);
    if (two_soils) world.add_second_soil();
    world.scene().settings.scheme = scheme;
    check_batch(world, 20);
  };
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) check_drag(2.5, scheme, false);
  check_drag(1e3, RF_SCHEME_IMPLICIT, false);
  check_drag(2.5, RF_SCHEME_IMPLICIT, true);
}

TEST_CASE("rf_step_many gives the same bits as rf_step where soils, rigid ground and layers lie beside each other") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const bool forest : {false, true}) {
      CAPTURE(scheme);
      CAPTURE(forest);
      World world;
      world.scene().settings.scheme = scheme;
      world.set_member(RF_GROUND_SOIL_DRAG_ROTATION, 2.5);
      world.add_soil_strips();
      if (forest) world.add_forest();
      check_batch(world, 17);
    }
  }
  for (const double height : {0.0, 1.5}) {
    CAPTURE(height);
    World world;
    world.add_soil_strips();
    world.add_contact_drag(height);
    check_batch(world, 17);
  }
}

TEST_CASE("drag of a layer and drag near the ground add up in lanes as in rf_step") {
  for (const double height : {0.5, 1.5, 6.0}) {
    CAPTURE(height);
    World world;
    world.add_drag_layer(height, 0);
    world.add_contact_drag(2);
    check_batch(world, 20);
  }
}

TEST_CASE("rf_step_many steps rocks over two soils with the same bits as rf_step") {
  World world;
  world.add_second_soil();
  REQUIRE(rockfall::can_batch(world.scene()));
  check_batch(world, 20);
}

TEST_CASE("rf_step_many steps every scheme with the same bits as rf_step") {
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
  check_every_runner(world, world.starts(33), 3000);
}

TEST_CASE("rocks that wait for others with contact make the same steps as alone") {
  // Different numbers of steps; several times as many rocks as step at the same time.
  constexpr uint32_t kManyRocks = 400, kSteps = 2200;
  std::vector<uint32_t> steps_of;
  for (uint32_t i = 0; i < kManyRocks; ++i) steps_of.push_back(1 + i * 37 % kSteps);
  for (const char* const preset : {"", "medium"}) {
    CAPTURE(preset);
    World world;
    if (*preset) world.set_ground(preset);
    world.scene().settings.time_limit = 2;
    const std::vector<rf_state> start = world.starts(kManyRocks);
    std::vector<rf_state> single = start;
    std::vector<Touches> expected;
    for (uint32_t i = 0; i < kManyRocks; ++i) {
      expected.push_back(touches_of(world.scene(), start[i], steps_of[i]));
      std::vector<rf_state> one = {start[i]};
      step_one_by_one(world.scene(), one, steps_of[i]);
      single[i] = one[0];
    }
    for (const rockfall::LaneRunner run : lane_runners()) {
      const uint32_t count = rocks_to_step(run, kManyRocks);
      std::vector<rf_state> batch(start.begin(), start.begin() + count);
      std::vector<Touches> found(count);
      const rockfall::ContactObserver observer = {&found, note_touch};
      rockfall::BatchJob job = rockfall::batch_job(world.scene(), batch.data(), count, kSteps);
      job.steps_of = steps_of.data();
      job.observer = &observer;
      rockfall::step_batch(job, run);
      check_same_bits({single.begin(), single.begin() + count}, batch);
      for (uint32_t i = 0; i < count; ++i) {
        CAPTURE(i);
        CHECK(found[i].count == expected[i].count);
        CHECK(found[i].last_step == expected[i].last_step);
      }
    }
  }
}

TEST_CASE("plates that touch on all corners at once wait for others without a change of bits") {
  support::OnPlane world(support::shape_rock(RF_SHAPE_DISC, 1, 1, 0.3, 24));  // of 12 corners on each side
  world.plane.ground.mu_min = world.plane.ground.mu_max = 0.3;
  world.renew();
  std::vector<rf_state> start;
  for (uint32_t i = 0; i < 300; ++i) {
    rf_state state = rf_default_state();
    state.position[0] = 3.0 * i;
    state.position[2] = 0.2 + 0.0005 * (i % 40);
    state.velocity[0] = 1;
    start.push_back(state);
  }
  std::vector<rf_state> single = start;
  step_one_by_one(world.scene, single, 300);
  for (const rockfall::LaneRunner run : lane_runners()) {
    const uint32_t count = rocks_to_step(run, 300);
    std::vector<rf_state> batch(start.begin(), start.begin() + count);
    rockfall::step_batch(rockfall::batch_job(world.scene, batch.data(), count, 300), run);
    check_same_bits({single.begin(), single.begin() + count}, batch);
  }
}

TEST_CASE("zeros of either sign have the same bits in every instruction set as in rf_step") {
  World world;
  std::vector<rf_state> start = world.starts(33);
  for (size_t i = 0; i < start.size(); ++i) {
    const auto zero = [i](size_t k) { return i >> k & 1 ? -0.0 : 0.0; };
    start[i].velocity[0] = zero(0);
    start[i].velocity[1] = zero(1);
    for (size_t k = 0; k < 3; ++k) start[i].angular_velocity[k] = zero(2 + k);
  }
  check_every_runner(world, start, 20);
}
