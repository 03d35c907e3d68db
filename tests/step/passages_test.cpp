// rf_step_many_observed collects the passages of rocks over cells of the map.
#include <doctest/doctest.h>
#include <rockfall/rockfall.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "soak/world.h"
#include "step/batch.h"
#include "step/batch_world.h"

using support::check_same_bits;

namespace {

// Cells that cover a part of the world, so that rocks come in from outside and leave.
constexpr rf_cells kCells = {21.5, 9.25, 1.75, 40, 50};
constexpr uint32_t kRoom = 300;

struct Passages {
  Passages(size_t rocks, uint32_t room_of_rock)
      : room(room_of_rock), items(rocks * room_of_rock), tops(items.size(), 0), count(rocks, 0) {}

  rf_observation observation() {
    rf_observation arrays = rf_default_observation();
    arrays.cells = &kCells;
    arrays.passages = items.data();
    arrays.passage_room = room;
    arrays.passage_count = count.data();
    arrays.passage_tops = tops.data();
    return arrays;
  }
  rf_cell_passage* of(size_t rock) { return items.data() + rock * room; }
  const double* tops_of(size_t rock) const { return tops.data() + rock * room; }

  uint32_t room;
  std::vector<rf_cell_passage> items;
  std::vector<double> tops;
  std::vector<uint32_t> count;
};

// Height of the highest vertex above the ground below the centre of mass.
double top_of(const rf_scene& scene, const rf_state& state, double height) {
  rf_rock_properties rock;
  rf_rock_get(scene.rocks[state.rock], &rock);
  const double w = state.orientation[0];
  const double e[3] = {state.orientation[1], state.orientation[2], state.orientation[3]};
  double highest = -INFINITY;
  for (uint32_t i = 0; i < rock.vertex_count; ++i) {
    const double* const r = rock.vertices + 3 * size_t{i};
    // r + 2 e x (e x r + w r), third component.
    const double x = e[1] * r[2] - e[2] * r[1] + w * r[0], y = e[2] * r[0] - e[0] * r[2] + w * r[1];
    highest = std::max(highest, r[2] + 2 * (e[0] * y - e[1] * x));
  }
  return height + highest;
}

struct ExpectedPassage {
  rf_cell_passage passage;
  double top;
};

// The passages by rf_step and rf_measure, step by step.
std::vector<std::vector<ExpectedPassage>> passages_one_by_one(const rf_scene& scene, std::vector<rf_state>& states,
                                                              uint32_t steps) {
  std::vector<std::vector<ExpectedPassage>> all(states.size());
  for (size_t i = 0; i < states.size(); ++i) {
    rf_state& state = states[i];
    for (uint32_t k = 0; k < steps && state.end == RF_MOVING; ++k) {
      REQUIRE(rf_step(&scene, &state, nullptr) == RF_OK);
      const double u = std::floor((state.position[0] - kCells.x0) / kCells.size),
                   v = std::floor((state.position[1] - kCells.y0) / kCells.size);
      if (state.end == RF_ENDED_LEFT_TERRAIN || u < 0 || v < 0 || u >= kCells.columns || v >= kCells.rows) continue;
      const auto cell = static_cast<uint32_t>(v) * kCells.columns + static_cast<uint32_t>(u);
      const auto is_cell = [cell](const ExpectedPassage& expected) { return expected.passage.cell == cell; };
      auto found = std::find_if(all[i].end() - std::min<std::ptrdiff_t>(8, all[i].end() - all[i].begin()), all[i].end(),
                                is_cell);
      double quantity[RF_QUANTITY_COUNT];
      REQUIRE(rf_measure(&scene, &state, quantity) == RF_OK);
      const double top = top_of(scene, state, quantity[RF_JUMP_HEIGHT]);
      if (found == all[i].end()) {
        ExpectedPassage first = {{cell, 0, {}}, top};
        std::copy(quantity, quantity + RF_QUANTITY_COUNT, first.passage.maximum);
        found = all[i].insert(found, first);
      }
      rf_cell_passage& passage = found->passage;
      ++passage.steps;
      for (int q = 0; q < RF_QUANTITY_COUNT; ++q) passage.maximum[q] = std::max(passage.maximum[q], quantity[q]);
      found->top = std::max(found->top, top);
    }
  }
  return all;
}

void check_passage(const rf_cell_passage& passage, double top, const ExpectedPassage& expected) {
  CHECK(passage.cell == expected.passage.cell);
  CHECK(passage.steps == expected.passage.steps);
  CHECK(std::equal(passage.maximum, passage.maximum + RF_QUANTITY_COUNT, expected.passage.maximum));
  CHECK(std::fabs(top - expected.top) < 1e-12);
}

// The same passages with the same bits. `b` has the first rocks of `a`, or all.
void check_same_passages(Passages& a, Passages& b) {
  REQUIRE(b.count.size() <= a.count.size());
  CHECK(std::equal(b.count.begin(), b.count.end(), a.count.begin()));
  for (size_t i = 0; i < b.count.size(); ++i) {
    CAPTURE(i);
    const size_t filled = std::min(a.count[i], a.room);
    CHECK(std::memcmp(a.of(i), b.of(i), filled * sizeof(rf_cell_passage)) == 0);
    CHECK(std::memcmp(a.tops_of(i), b.tops_of(i), filled * sizeof(double)) == 0);
  }
}

}  // namespace

TEST_CASE("a passage has the largest values of rf_measure over a cell, and the steps after which the rock is there") {
  World world;
  constexpr uint32_t kSteps = 2100;
  std::vector<rf_state> single = world.starts(40);
  const std::vector<rf_state> start = single;
  const auto expected = passages_one_by_one(world.scene(), single, kSteps);
  size_t most = 0, none = 0;
  for (const auto& passages : expected) {
    most = std::max(most, passages.size());
    none += passages.empty() ? 1 : 0;
  }
  REQUIRE(most > 10);
  REQUIRE(none < 30);
  for (const uint32_t steps_per_call : {kSteps, uint32_t{7}}) {
    std::vector<rf_state> many = start;
    Passages passages(many.size(), kRoom);
    const rf_observation observation = passages.observation();
    for (uint32_t k = 0; k < kSteps; k += steps_per_call) {
      REQUIRE(rf_step_many_observed(&world.scene(), many.data(), 40, steps_per_call, nullptr, &observation, nullptr) ==
              RF_OK);
    }
    check_same_bits(single, many);
    for (size_t i = 0; i < many.size(); ++i) {
      CAPTURE(i);
      REQUIRE(passages.count[i] == expected[i].size());
      for (size_t k = 0; k < expected[i].size(); ++k)
        check_passage(passages.of(i)[k], passages.tops_of(i)[k], expected[i][k]);
    }
  }
}

TEST_CASE("every instruction set, the portable lanes and rocks outside of lanes collect passages with the same bits") {
  World world;
  constexpr uint32_t kRocks = 90, kSteps = 3100;
  std::vector<rf_state> start = world.starts(kRocks);
  for (const bool one_shape : {false, true}) {
    CAPTURE(one_shape);
    for (rf_state& state : start) state.rock = one_shape ? 0 : state.rock;
    Passages expected(kRocks, kRoom);
    std::vector<rf_state> single = start;
    const auto upper_plane = world.scene().terrain.upper_plane;
    world.scene().terrain.upper_plane = nullptr;
    REQUIRE(!rockfall::can_batch(world.scene()));
    const rf_observation of_single = expected.observation();
    REQUIRE(rf_step_many_observed(&world.scene(), single.data(), kRocks, kSteps, nullptr, &of_single, nullptr) ==
            RF_OK);
    world.scene().terrain.upper_plane = upper_plane;
    for (const rockfall::LaneRunner run : lane_runners()) {
      if (one_shape && run == run_portable_lanes) continue;  // not optimised
      const uint32_t rocks = rocks_to_step(run, kRocks);
      std::vector<rf_state> batch(start.begin(), start.begin() + rocks);
      Passages passages(rocks, kRoom);
      const rf_observation observation = passages.observation();
      rockfall::BatchJob job = rockfall::batch_job(world.scene(), batch.data(), rocks, kSteps);
      job.observation = &observation;
      rockfall::step_batch(job, run);
      check_same_bits({single.begin(), single.begin() + rocks}, batch);
      check_same_passages(expected, passages);
    }
  }
}

TEST_CASE("on hostile terrain lanes collect passages with the bits of rocks outside of lanes") {
  uint32_t compared = 0, left = 0, collected = 0;
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    CAPTURE(seed);
    const soak::World world(seed);
    if (!rockfall::can_batch(world.scene())) continue;
    rf_scene without_bound = world.scene();
    without_bound.terrain.upper_plane = nullptr;
    std::vector<rf_state> single = world.starts(), batch = single;
    const double* const first = single[0].position;
    const double size = 1.5 * world.cell();
    const rf_cells cells = {first[0] - 10 * size, first[1] - 7 * size, size, 20, 14};
    Passages expected(single.size(), kRoom), passages(single.size(), kRoom);
    const auto step = [&](const rf_scene& scene, std::vector<rf_state>& states, Passages& result) {
      rf_observation observation = result.observation();
      observation.cells = &cells;
      return rf_step_many_observed(&scene, states.data(), soak::kRocksOfWorld, 300, nullptr, &observation, nullptr);
    };
    REQUIRE(step(without_bound, single, expected) == RF_OK);
    REQUIRE(step(world.scene(), batch, passages) == RF_OK);
    check_same_bits(single, batch);
    check_same_passages(expected, passages);
    ++compared;
    for (size_t i = 0; i < single.size(); ++i) {
      left += single[i].end == RF_ENDED_LEFT_TERRAIN ? 1 : 0;
      collected += expected.count[i];
    }
  }
  CHECK(compared > 50);
  CHECK(left > 10);
  CHECK(collected > 1000);
}

TEST_CASE("tasks of a host collect the passages of their rocks") {
  World world;
  constexpr uint32_t kRocks = 40, kSteps = 1500;
  std::vector<rf_state> together = world.starts(kRocks), in_tasks = together;
  Passages expected(kRocks, kRoom), passages(kRocks, kRoom);
  const rf_observation of_expected = expected.observation(), observation = passages.observation();
  REQUIRE(rf_step_many_observed(&world.scene(), together.data(), kRocks, kSteps, nullptr, &of_expected, nullptr) ==
          RF_OK);
  const auto run = [](void*, rf_task_body body, void* work, uint32_t count) {
    for (uint32_t i = count; i-- > 0;) body(work, i);
  };
  const rf_tasks tasks = {nullptr, run, 7};
  REQUIRE(rf_step_many_observed(&world.scene(), in_tasks.data(), kRocks, kSteps, &tasks, &observation, nullptr) ==
          RF_OK);
  check_same_passages(expected, passages);
}

TEST_CASE("passages are the same whether or not tops are collected") {
  World world;
  constexpr uint32_t kRocks = 40, kSteps = 1500;
  std::vector<rf_state> with = world.starts(kRocks), without = with;
  Passages expected(kRocks, kRoom), passages(kRocks, kRoom);
  const rf_observation of_expected = expected.observation();
  rf_observation observation = passages.observation();
  observation.passage_tops = nullptr;
  REQUIRE(rf_step_many_observed(&world.scene(), with.data(), kRocks, kSteps, nullptr, &of_expected, nullptr) == RF_OK);
  REQUIRE(rf_step_many_observed(&world.scene(), without.data(), kRocks, kSteps, nullptr, &observation, nullptr) ==
          RF_OK);
  CHECK(std::count(passages.tops.begin(), passages.tops.end(), 0.0) == std::ptrdiff_t{kRocks} * kRoom);
  passages.tops = expected.tops;
  check_same_passages(expected, passages);
}

TEST_CASE("where the room for passages is full, the first ones are complete and the count shows it") {
  World world;
  constexpr uint32_t kRocks = 40, kSteps = 2100;
  std::vector<rf_state> enough = world.starts(kRocks), few = enough;
  Passages all(kRocks, kRoom), some(kRocks, 3);
  const rf_observation of_all = all.observation(), of_some = some.observation();
  REQUIRE(rf_step_many_observed(&world.scene(), enough.data(), kRocks, kSteps, nullptr, &of_all, nullptr) == RF_OK);
  REQUIRE(rf_step_many_observed(&world.scene(), few.data(), kRocks, kSteps, nullptr, &of_some, nullptr) == RF_OK);
  check_same_bits(enough, few);
  uint32_t full = 0;
  for (size_t i = 0; i < kRocks; ++i) {
    CAPTURE(i);
    CHECK(some.count[i] == std::min(all.count[i], 4u));
    full += some.count[i] == 4 ? 1 : 0;
    CHECK(std::memcmp(some.of(i), all.of(i), std::min(all.count[i], 3u) * sizeof(rf_cell_passage)) == 0);
  }
  CHECK(full > 10);
}

TEST_CASE("rf_step_many_observed refuses cells without arrays, without room and of impossible size") {
  World world;
  std::vector<rf_state> states = world.starts(3);
  Passages passages(3, kRoom);
  const auto status = [&](const rf_observation& observation) {
    return rf_step_many_observed(&world.scene(), states.data(), 3, 10, nullptr, &observation, nullptr);
  };
  rf_observation observation = passages.observation();
  CHECK(status(observation) == RF_OK);
  observation.passages = nullptr;
  CHECK(status(observation) == RF_NULL_ARGUMENT);
  observation = passages.observation();
  observation.passage_count = nullptr;
  CHECK(status(observation) == RF_NULL_ARGUMENT);
  observation = passages.observation();
  observation.passage_room = 0;
  CHECK(status(observation) == RF_BAD_VALUE);
  observation = passages.observation();
  for (const rf_cells& cells :
       {rf_cells{NAN, 0, 1, 10, 10}, rf_cells{0, INFINITY, 1, 10, 10}, rf_cells{0, 0, 0, 10, 10},
        rf_cells{0, 0, -1, 10, 10}, rf_cells{0, 0, NAN, 10, 10}, rf_cells{0, 0, INFINITY, 10, 10},
        rf_cells{0, 0, 1, 0, 10}, rf_cells{0, 0, 1, 10, 0}, rf_cells{0, 0, 1, 65536, 65536}}) {
    observation.cells = &cells;
    CHECK(status(observation) == RF_BAD_VALUE);
  }
}
