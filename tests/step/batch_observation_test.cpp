// rf_step_many_observed collects what single steps report.
#include <doctest/doctest.h>
#include <rockfall/rockfall.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "step/batch.h"
#include "step/batch_world.h"
#include "support/refusal.h"

using support::check_refusal;
using support::check_same_bits;
using support::same_bits;
using support::stale_error;
using support::step_one_by_one;

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

// `b` has the first rocks of `a`, or all.
void check_same_observation(const Observed& a, const Observed& b) {
  const size_t count = b.statistics.size();
  const auto same = [count](const auto& all, const auto& first) {
    return first.size() == count && std::equal(first.begin(), first.end(), all.begin());
  };
  CHECK(same(a.impacts, b.impacts));
  CHECK(same(a.unconverged, b.unconverged));
  CHECK(same(a.work_limited, b.work_limited));
  CHECK(same(a.in_contact, b.in_contact));
  for (size_t i = 0; i < count; ++i) {
    CAPTURE(i);
    CHECK(std::memcmp(&a.statistics[i], &b.statistics[i], sizeof(rf_rock_statistics)) == 0);
  }
}

// Steps rocks one by one with rf_step_with_statistics, and counts the steps by their reports.
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

TEST_CASE("rf_step_many_observed counts the steps that violate the contact laws as reports of single steps do") {
  World world;
  world.scene().settings.solver_tolerance = 1e-4;
  std::vector<rf_state> single = world.starts(40), many = single;
  const Observed expected = observe_one_by_one(world.scene(), single, 1500);
  Observed observed(many);
  const rf_observation arrays = observed.arrays();
  REQUIRE(rf_step_many_observed(&world.scene(), many.data(), 40, 1500, nullptr, &arrays, nullptr) == RF_OK);
  check_same_observation(expected, observed);
  uint32_t unconverged = 0;
  for (const uint32_t count : observed.unconverged) unconverged += count;
  CHECK(unconverged > 50);
}

TEST_CASE("rf_observation::in_contact alone shows after each call which rocks touched the ground in their last step") {
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

namespace {

void check_every_runner(World& world, uint32_t steps = 1500) {
  std::vector<rf_state> single = world.starts(33);
  const std::vector<rf_state> start = single;
  const Observed expected = observe_one_by_one(world.scene(), single, steps);
  for (const rockfall::LaneRunner run : lane_runners()) {
    const uint32_t rocks = rocks_to_step(run, 33);
    std::vector<rf_state> batch(start.begin(), start.begin() + rocks);
    Observed observed(batch);
    const rf_observation arrays = observed.arrays();
    rockfall::BatchJob job = rockfall::batch_job(world.scene(), batch.data(), rocks, steps);
    job.observation = &arrays;
    rockfall::step_batch(job, run);
    check_same_bits({single.begin(), single.begin() + rocks}, batch);
    check_same_observation(expected, observed);
  }
}

}  // namespace

TEST_CASE("every instruction set and the portable lanes observe the same bits") {
  World world;
  check_every_runner(world);
}

TEST_CASE("rocks whose steps the lanes cannot make are observed with the same bits") {
  World with_holes;
  with_holes.add_holes();
  check_every_runner(with_holes);
  World with_torque;
  with_torque.add_drag_layer(1.0, 20);
  check_every_runner(with_torque);
}

TEST_CASE("rocks over height fields of every surface are observed with the same bits") {
  World world;
  world.add_holes();
  rf_height_field field = rf_default_height_field();
  field.columns = world.grid().columns;
  field.rows = world.grid().rows;
  field.heights = world.grid().heights_f32;
  field.ground = world.grid().ground;
  // Multiplication by the cells per metre would give other bits.
  field.cell_x = 1.9;
  field.cell_y = 2.1;
  for (const int32_t interpolation :
       {RF_INTERPOLATION_BILINEAR, RF_INTERPOLATION_DIAGONAL_DOWN, RF_INTERPOLATION_DIAGONAL_UP}) {
    for (const int32_t order : {RF_ROWS_TO_NORTH, RF_ROWS_TO_SOUTH}) {
      CAPTURE(interpolation);
      CAPTURE(order);
      field.interpolation = interpolation;
      field.row_order = order;
      REQUIRE(rf_height_field_terrain(&field, &world.scene().terrain, nullptr) == RF_OK);
      REQUIRE(rockfall::can_batch(world.scene()));
      check_every_runner(world, 600);
    }
  }
}

TEST_CASE("rocks that move to other lanes, since others have ended, are observed with the same bits") {
  World world;
  constexpr uint32_t kManyRocks = 150, kSteps = 3100;
  std::vector<rf_state> single = world.starts(kManyRocks);
  const std::vector<rf_state> start = single;
  Observed expected = observe_one_by_one(world.scene(), single, kSteps);
  std::fill(expected.in_contact.begin(), expected.in_contact.end(), uint8_t{0});
  for (const rockfall::LaneRunner run : lane_runners()) {
    const uint32_t rocks = rocks_to_step(run, kManyRocks);
    std::vector<rf_state> batch(start.begin(), start.begin() + rocks);
    Observed observed(batch);
    rf_observation arrays = observed.arrays();
    arrays.in_contact = nullptr;  // a rock that is moved in contact has no new impact
    rockfall::BatchJob job = rockfall::batch_job(world.scene(), batch.data(), rocks, kSteps);
    job.observation = &arrays;
    rockfall::step_batch(job, run);
    check_same_bits({single.begin(), single.begin() + rocks}, batch);
    check_same_observation(expected, observed);
  }
  uint32_t early = 0;
  for (const rf_state& state : single) early += state.step < kSteps / 2;
  CHECK(early > 20);
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

TEST_CASE("an observation that cannot be collected is refused with the name of the member") {
  World world;
  const std::vector<rf_state> start = world.starts(3);
  rf_error error = stale_error();
  rf_cells cells = {0, 0, 2, 30, 20};
  rf_cell_passage passages[3];
  uint32_t counts[3] = {};
  rf_observation arrays = rf_default_observation();
  const auto refused = [&](rf_status expected, const char* field) {
    check_refusal(rf_observation_check(&arrays, &error), error, expected, field);
    rf_events events = rf_default_events();
    events.observation = &arrays;
    check_refusal(rf_events_check(&events, &error), error, expected, field);
    std::vector<rf_state> states = start;
    CHECK(rf_step_many_observed(&world.scene(), states.data(), 3, 10, nullptr, &arrays, nullptr) == expected);
    CHECK(same_bits(states[0], start[0]));
  };
  check_refusal(rf_observation_check(nullptr, &error), error, RF_NULL_ARGUMENT, "observation");
  CHECK(rf_observation_check(&arrays, &error) == RF_OK);
  arrays.cells = &cells;
  refused(RF_NULL_ARGUMENT, "passages is null");
  arrays.passages = passages;
  refused(RF_NULL_ARGUMENT, "passage_count is null");
  arrays.passage_count = counts;
  refused(RF_BAD_VALUE, "passage_room");
  arrays.passage_room = 1;
  cells.size = 0;
  refused(RF_BAD_VALUE, "cells.size");
  cells.size = 2;
  cells.y0 = NAN;
  refused(RF_BAD_VALUE, "cells.y0");
  cells.y0 = 0;
  cells.rows = 0;
  refused(RF_BAD_VALUE, "cells.rows");
  cells.rows = cells.columns = 65536;
  refused(RF_BAD_VALUE, "cells.columns * cells.rows");
  cells.rows = 65535;
  CHECK(rf_observation_check(&arrays, &error) == RF_OK);
  arrays.struct_size = 0;
  refused(RF_BAD_DEF, "observation");
}
