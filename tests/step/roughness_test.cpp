// Runs over random relief.
#include <algorithm>
#include <cmath>

#include "support/scenes.h"

using namespace support;

namespace {

constexpr double kPi = 3.14159265358979;

// A rock on a slope with relief.
struct OnRelief : OnPlane {
  OnRelief(Rock shape, double slope_x, double h70, double h20, double h10)
      : OnPlane(std::move(shape), slope_x), roughness(rf_default_roughness()) {
    plane.ground.mu_min = plane.ground.mu_max = 0.5;
    plane.ground.roughness_70 = h70;
    plane.ground.roughness_20 = h20;
    plane.ground.roughness_10 = h10;
    renew();
    roughness.base = scene.terrain;
    REQUIRE(rf_rough_terrain(&roughness, &scene.terrain, nullptr) == RF_OK);
  }
  std::vector<rf_state> starts(uint32_t count) {
    std::vector<rf_state> states;
    for (uint32_t i = 0; i < count; ++i) {
      rf_state state = rf_default_state();
      state.position[0] = 0.37 * i;
      state.position[1] = 0.61 * i;
      rf_random_orientation(3, i, 0, state.orientation);
      state.velocity[0] = 3;
      REQUIRE(rf_place_above_ground(&scene, &state, 0.3, nullptr) == RF_OK);
      states.push_back(state);
    }
    return states;
  }
  rf_roughness roughness;
};

double rotational_energy(const Rock& rock, const rf_state& state) {
  const rf_rock_properties properties = rock.properties();
  double energy = 0;
  for (int k = 0; k < 3; ++k) {
    energy += 0.5 * properties.inertia[k] * state.angular_velocity[k] * state.angular_velocity[k];
  }
  return energy;
}

struct Motion {
  double rotational_share;  // of the kinetic energy, mean over rocks and time
  double lateral_spread;    // root mean square of the lateral over the mean downhill distance, degrees
  int tumbled;              // plates that have turned over
};

// Plates released parallel to a smooth slope of 35 degrees, with or without relief.
Motion plates(double relief) {
  OnRelief run(shape_rock(RF_SHAPE_EOTA, 1.4136, 1.4136, 0.7068), -std::tan(35 * kPi / 180), 0.15 * relief,
               0.3 * relief, 0.6 * relief);
  constexpr uint32_t kCount = 40;
  std::vector<rf_state> states;
  for (uint32_t i = 0; i < kCount; ++i) {
    rf_state state = rf_default_state();
    const double half = 0.5 * 35 * kPi / 180, turn = 0.5 * 0.1 * i;
    // The slope's inclination after a rotation about the vertical.
    state.orientation[0] = std::cos(half) * std::cos(turn);
    state.orientation[1] = std::sin(half) * std::sin(turn);
    state.orientation[2] = std::sin(half) * std::cos(turn);
    state.orientation[3] = std::cos(half) * std::sin(turn);
    state.position[0] = 1.3 * i;
    state.position[1] = 2.7 * i;
    REQUIRE(rf_place_above_ground(&run.scene, &state, 0.05, nullptr) == RF_OK);
    states.push_back(state);
  }
  const std::vector<rf_state> start = states;
  double share = 0;
  int shares = 0;
  std::vector<bool> turned(kCount);
  for (int i = 0; i < 100; ++i) {
    REQUIRE(rf_step_many(&run.scene, states.data(), kCount, 50, nullptr, nullptr) == RF_OK);
    for (uint32_t k = 0; k < kCount; ++k) {
      const rf_state& state = states[k];
      const double *const v = state.velocity, *const p = state.orientation;
      const double upright = 1 - 2 * (p[1] * p[1] + p[2] * p[2]);  // of the axis of the plate, vertical component
      if (upright < 0) turned[k] = true;
      const double rotation = rotational_energy(run.rock, state);
      const double translation = 0.5 * run.rock.properties().mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      if (translation + rotation < 1) continue;
      share += rotation / (translation + rotation);
      ++shares;
    }
  }
  double along = 0, square = 0;
  for (uint32_t i = 0; i < kCount; ++i) {
    const double across = states[i].position[1] - start[i].position[1];
    along += (states[i].position[0] - start[i].position[0]) / kCount;
    square += across * across / kCount;
  }
  return {shares ? share / shares : 0, std::atan(std::sqrt(square) / along) * 180 / kPi,
          int(std::count(turned.begin(), turned.end(), true))};
}

}  // namespace

TEST_CASE("a run over relief has the same bits with and without bounds, one by one and many at once") {
  OnRelief run(shape_rock(RF_SHAPE_RANDOM, 1, 1.3, 0.8, 30, 4), -0.8, 0.1, 0.2, 0.5);
  constexpr uint32_t kCount = 24;
  std::vector<rf_state> one = run.starts(kCount), many = one, unbounded = one;
  rf_scene no_bounds = run.scene;
  no_bounds.terrain.upper_plane = nullptr;
  for (int i = 0; i < 30; ++i) {
    REQUIRE(rf_step_many(&run.scene, many.data(), kCount, 100, nullptr, nullptr) == RF_OK);
    for (uint32_t k = 0; k < kCount; ++k) {
      for (int step = 0; step < 100; ++step) {
        REQUIRE(rf_step(&run.scene, &one[k], nullptr) == RF_OK);
        REQUIRE(rf_step(&no_bounds, &unbounded[k], nullptr) == RF_OK);
      }
      CHECK(same_bits(one[k], many[k]));
      CHECK(same_bits(one[k], unbounded[k]));
    }
  }
}

TEST_CASE("ground without obstacles gives the bits of the base") {
  OnRelief run(shape_rock(RF_SHAPE_RANDOM, 1, 1.3, 0.8, 30, 4), -0.8, 0, 0, 0);
  run.roughness.base.roughness_max = 1e9;  // not known: relief is computed, and is zero
  REQUIRE(rf_rough_terrain(&run.roughness, &run.scene.terrain, nullptr) == RF_OK);
  rf_scene base = run.scene;
  base.terrain = run.roughness.base;
  REQUIRE((run.scene.terrain.sample != base.terrain.sample));
  std::vector<rf_state> relief = run.starts(16), smooth = relief;
  REQUIRE(rf_step_many(&run.scene, relief.data(), 16, 2000, nullptr, nullptr) == RF_OK);
  REQUIRE(rf_step_many(&base, smooth.data(), 16, 2000, nullptr, nullptr) == RF_OK);
  for (uint32_t k = 0; k < 16; ++k) CHECK(same_bits(relief[k], smooth[k]));
}

TEST_CASE("plates slide on a smooth slope; on relief they tumble and scatter sideways") {
  const Motion smooth = plates(0), rough = plates(1);
  MESSAGE("rotational share ", smooth.rotational_share, " and ", rough.rotational_share, ", spread ",
          smooth.lateral_spread, " and ", rough.lateral_spread, " degrees, turned over ", smooth.tumbled, " and ",
          rough.tumbled);
  CHECK(smooth.rotational_share < 0.01);
  CHECK(rough.rotational_share > 0.02);
  CHECK(smooth.tumbled == 0);
  CHECK(rough.tumbled > 12);
  CHECK(rough.lateral_spread > 2 * smooth.lateral_spread);
  CHECK(rough.lateral_spread > 1.5);
}

namespace {

// Runs rocks over relief on a grid, with and without stored heights. Returns the number of steps in soil.
int compare_with_stored_relief(OnRelief& run, const rf_grid& grid) {
  REQUIRE(rf_grid_terrain(&grid, &run.roughness.base, nullptr) == RF_OK);
  REQUIRE(rf_rough_terrain(&run.roughness, &run.scene.terrain, nullptr) == RF_OK);
  rf_roughness stored = run.roughness;
  stored.first_column = 10;  // rocks enter and leave the stored nodes
  stored.first_row = -60;
  stored.columns = 60;
  stored.rows = 160;
  std::vector<double> of_nodes(60 * 160);
  REQUIRE(rf_roughness_heights(&stored, 0, stored.rows, of_nodes.data(), nullptr) == RF_OK);
  stored.heights = of_nodes.data();
  rf_scene with_stored = run.scene;
  REQUIRE(rf_rough_terrain(&stored, &with_stored.terrain, nullptr) == RF_OK);
  rf_terrain_hash hashes[2];
  REQUIRE(rf_hash_terrain(&run.scene.terrain, &hashes[0], nullptr) == RF_OK);
  REQUIRE(rf_hash_terrain(&with_stored.terrain, &hashes[1], nullptr) == RF_OK);
  CHECK(hashes[0].surface == hashes[1].surface);

  constexpr uint32_t kCount = 24, kSteps = 3000;
  const std::vector<rf_state> starts = run.starts(kCount);
  std::vector<rf_state> computed = starts, many = starts, one = starts;
  REQUIRE(rf_step_many(&run.scene, computed.data(), kCount, kSteps, nullptr, nullptr) == RF_OK);
  REQUIRE(rf_step_many(&with_stored, many.data(), kCount, kSteps, nullptr, nullptr) == RF_OK);
  int in_soil = 0;
  for (uint32_t i = 0; i < kCount; ++i) {
    for (uint32_t k = 0; k < kSteps && one[i].end == RF_MOVING; ++k) {
      REQUIRE(rf_step(&with_stored, &one[i], nullptr) == RF_OK);
      in_soil += one[i].scar_depth > 0;
    }
    CHECK(rf_hash_state(&many[i]) == rf_hash_state(&computed[i]));
    CHECK(rf_hash_state(&one[i]) == rf_hash_state(&computed[i]));
    CHECK(one[i].position[0] > starts[i].position[0] + 3);
  }
  return in_soil;
}

}  // namespace

TEST_CASE("a run over soil with relief has the same bits with stored heights, one by one and many at once") {
  OnRelief run(shape_rock(RF_SHAPE_RANDOM, 1, 1.3, 0.8, 30, 4), -0.8, 0.1, 0.2, 0.5);
  rf_ground ground = rf_ground_preset_find("medium")->ground;
  ground.roughness_70 = 0.1;
  ground.roughness_20 = 0.2;
  ground.roughness_10 = 0.5;
  // Strips of soil and rock on a grid.
  std::vector<double> heights;
  std::vector<float> strength;
  for (int row = 0; row < 61; ++row) {
    for (int column = 0; column < 121; ++column) {
      heights.push_back(-0.8 * 2 * column);
      strength.push_back(column % 12 < 6 ? static_cast<float>(ground.soil_strength) : 0.0f);
    }
  }
  rf_grid grid = rf_default_grid();
  grid.columns = 121;
  grid.rows = 61;
  grid.cell_x = grid.cell_y = 2;
  grid.x0 = -20;
  grid.y0 = -40;
  grid.heights_f64 = heights.data();
  grid.ground = ground;
  grid.fields[RF_GROUND_SOIL_STRENGTH] = strength.data();
  CHECK(compare_with_stored_relief(run, grid) > 1000);

  // Strips of forest, in which slippage recovers faster.
  std::vector<float> beta, layer_drag;
  for (const float of_soil : strength) {
    beta.push_back(of_soil > 0 ? 400.0f : 50.0f);
    layer_drag.push_back(of_soil > 0 ? 0.0f : 300.0f);
  }
  grid.ground.layer_height = 3;
  grid.fields[RF_GROUND_BETA] = beta.data();
  grid.fields[RF_GROUND_LAYER_DRAG] = layer_drag.data();
  CHECK(compare_with_stored_relief(run, grid) > 1000);
}
