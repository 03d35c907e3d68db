// Reports and observations of the steps whose work was limited, for rocks that are large against the cells of the
// terrain.
#include <doctest/doctest.h>
#include <rockfall/observe.h>
#include <rockfall/terrain_formats.h>

#include <cmath>
#include <utility>
#include <vector>

#include "step/fine_ground.h"

using namespace fine_ground;

namespace {

struct Count {
  int contacts = 0, limited = 0;
};

// Steps that touch the ground, and those whose work was limited. Energy must not grow in any of them.
void count_steps(const rf_scene& scene, rf_state state, Count& count) {
  for (int i = 0; i < 30 && state.end == RF_MOVING; ++i) {
    rf_step_report report = {};
    REQUIRE(rf_step(&scene, &state, &report) == RF_OK);
    count.contacts += report.contact_count > 0;
    count.limited += report.work_limited;
    const rf_energy_ledger& e = report.energy;
    const double scale = e.kinetic_before + e.kinetic_after + std::fabs(e.potential_change) + 1;
    CHECK(e.kinetic_after - e.kinetic_before + e.potential_change <= 1e-9 * scale);
    CHECK(std::fabs(e.residual) <= 1e-9 * scale);
  }
}

// A large and a small rock, each on ground of its own.
struct LargeAndSmall {
  FineGround large{shape_rock(RF_SHAPE_ELLIPSOID, 10, 9, 8, 100)},
      small{shape_rock(RF_SHAPE_ELLIPSOID, 1, 0.9, 0.8, 32)};
};

struct Kind {
  rf_model model;
  rf_rocfall_shape shape;

  void use_for(LargeAndSmall& rocks) const {
    use(rocks.large.scene, model, shape);
    use(rocks.small.scene, model, shape);
  }
};

void run_backwards(void*, rf_task_body body, void* work, uint32_t count) {
  while (count-- > 0) body(work, count);
}

std::vector<uint32_t> limited_steps(const rf_scene& scene, std::vector<rf_state> states, const rf_tasks* tasks) {
  std::vector<uint32_t> limited(states.size(), 0);
  rf_observation observation = rf_default_observation();
  observation.work_limited = limited.data();
  for (int call = 0; call < 3; ++call) {
    REQUIRE(rf_step_many_observed(&scene, states.data(), static_cast<uint32_t>(states.size()), 10, tasks, &observation,
                                  nullptr) == RF_OK);
  }
  return limited;
}

}  // namespace

TEST_CASE("a step reports that its work was limited, in every model") {
  LargeAndSmall rocks;
  FineGround &large = rocks.large, &small = rocks.small;
  for (const Kind& kind : {Kind{RF_MODEL_HARD_CONTACT, RF_ROCFALL_HULL}, Kind{RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_HULL},
                           Kind{RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_SPHERE}}) {
    CAPTURE(kind.model);
    CAPTURE(kind.shape);
    kind.use_for(rocks);
    Count of_large, of_small;
    for (uint64_t seed = 1; seed <= 8; ++seed) {
      count_steps(large.scene, large.falling(seed), of_large);
      count_steps(small.scene, small.falling(seed), of_small);
    }
    CHECK(of_large.contacts > 5);
    CHECK(of_large.limited >= of_large.contacts);
    CHECK(of_small.contacts > 5);
    if (kind.model == RF_MODEL_HARD_CONTACT) CHECK(of_small.limited == 0);
  }
}

TEST_CASE("on relief and on height fields the work below large rocks is limited and reported, in every model") {
  FineGround large(shape_rock(RF_SHAPE_ELLIPSOID, 18, 17, 16, 200));
  rf_height_field field = rf_default_height_field();
  field.columns = field.rows = 400;
  field.cell_x = field.cell_y = kSmallCell;
  field.format = RF_HEIGHT_FLOAT64;
  field.heights = large.heights.data();
  rf_roughness roughness = rf_default_roughness();
  roughness.spacing = 0.02;
  large.grid.ground.roughness_10 = 0.1;
  large.renew();
  roughness.base = large.scene.terrain;
  const rf_terrain base = large.scene.terrain;
  for (const bool relief : {false, true}) {
    rf_terrain terrain;
    REQUIRE((relief ? rf_rough_terrain(&roughness, &terrain, nullptr)
                    : rf_height_field_terrain(&field, &terrain, nullptr)) == RF_OK);
    for (const auto& kind :
         {std::pair(RF_MODEL_HARD_CONTACT, RF_ROCFALL_HULL), std::pair(RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_HULL)}) {
      CAPTURE(relief);
      const auto model = kind.first;
      CAPTURE(model);
      use(large.scene, kind.first, kind.second);
      Count of_large;
      for (uint64_t seed = 1; seed <= 6; ++seed) {
        large.scene.terrain = base;
        const rf_state state = large.falling(seed);
        large.scene.terrain = terrain;
        count_steps(large.scene, state, of_large);
      }
      CHECK(of_large.contacts > 5);
      CHECK(of_large.limited > 0);
    }
  }
}

TEST_CASE("a point that crosses more cells in a step than are searched says so, and so does no other") {
  for (const double cell : {0.1, 0.01}) {
    CAPTURE(cell);
    OnGrid world(shape_rock(RF_SHAPE_BOX, 1, 1, 1), static_cast<uint32_t>(120 / cell) + 1, 2, cell);
    world.grid.cell_y = 10;
    for (uint32_t column = 0; column < world.grid.columns; ++column) {
      for (uint32_t row = 0; row < 2; ++row) world.at(column, row) = column * cell > 60 ? 50 : 0;
    }
    world.renew();
    world.scene.settings.model = RF_MODEL_ROCFALL_LUMPED;
    world.scene.settings.time_step = 0.05;
    rf_state state = rf_default_state();
    for (int k = 0; k < 2; ++k) state.position[k] = 5;
    state.position[2] = 2;
    state.velocity[0] = 1500;
    rf_step_report report = {};
    REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
    CHECK(report.work_limited == (cell < 0.05 ? 1 : 0));
  }
}

TEST_CASE("an observation counts the limited steps of a rock of many faces that stands on a tip on flat fine ground") {
  std::vector<double> points;
  Random random(7);
  while (points.size() < 3 * 60000) {
    double p[3], square = 0;
    for (double& x : p) x = random.between(-1, 1), square += x * x;
    if (square > 1 || square < 0.1) continue;
    for (const double x : p) points.push_back(0.5 * x / std::sqrt(square));
  }
  points.insert(points.end(), {0, 0, -0.62});
  OnGrid world(cloud_rock(points), 60, 60, 0.4);
  std::vector<rf_state> states;
  for (int i = 0; i < 16; ++i) {
    rf_state state = rf_default_state();
    rf_rock_properties rock{};
    REQUIRE(rf_rock_get(world.rock.get(), &rock) == RF_OK);
    for (int k = 0; k < 4; ++k) state.orientation[k] = rock.frame[k];
    for (int k = 0; k < 2; ++k) state.position[k] = random.between(8, 16);
    REQUIRE(rf_place_above_ground(&world.scene, &state, -0.001, nullptr) == RF_OK);
    states.push_back(state);
  }
  std::vector<uint32_t> expected(states.size(), 0);
  for (size_t i = 0; i < states.size(); ++i) {
    rf_state state = states[i];
    for (int k = 0; k < 30; ++k) {
      rf_step_report report = {};
      REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
      expected[i] += report.work_limited != 0;
    }
    CHECK(expected[i] > 0);
  }
  CHECK(limited_steps(world.scene, states, nullptr) == expected);
}

TEST_CASE("an observation counts the steps whose work was limited, in every model, in lanes, single steps and tasks") {
  LargeAndSmall rocks;
  FineGround &large = rocks.large, &small = rocks.small;
  const rf_rock* const shapes[2] = {large.rock.get(), small.rock.get()};
  large.scene.rocks = shapes;
  large.scene.rock_count = 2;
  for (const Kind& kind :
       {Kind{RF_MODEL_HARD_CONTACT, RF_ROCFALL_HULL}, Kind{RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_HULL},
        Kind{RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_SPHERE}, Kind{RF_MODEL_ROCFALL_LUMPED, RF_ROCFALL_HULL}}) {
    CAPTURE(kind.model);
    CAPTURE(kind.shape);
    kind.use_for(rocks);
    std::vector<rf_state> states;
    for (uint64_t seed = 1; seed <= 12; ++seed) {
      states.push_back(seed % 3 == 0 ? small.falling(seed) : large.falling(seed));
      states.back().rock = seed % 3 == 0;
    }
    std::vector<uint32_t> expected(states.size(), 0);
    uint32_t steps = 0;
    for (size_t i = 0; i < states.size(); ++i) {
      rf_state state = states[i];
      for (int k = 0; k < 30 && state.end == RF_MOVING; ++k) {
        rf_step_report report = {};
        REQUIRE(rf_step(&large.scene, &state, &report) == RF_OK);
        expected[i] += report.work_limited != 0;
      }
      steps += expected[i];
      if (kind.model == RF_MODEL_HARD_CONTACT && states[i].rock == 1) CHECK(expected[i] == 0);
    }
    if (kind.model == RF_MODEL_ROCFALL_LUMPED) CHECK(steps == 0);
    if (kind.model != RF_MODEL_ROCFALL_LUMPED) CHECK(steps > 20);
    CHECK(limited_steps(large.scene, states, nullptr) == expected);
    for (const uint32_t grain : {1u, 5u}) {
      const rf_tasks tasks = {nullptr, run_backwards, grain};
      CHECK(limited_steps(large.scene, states, &tasks) == expected);
    }
  }
}
