// Rocks of many shapes on a grid with the same ground everywhere, for tests of the lanes. Everything has internal
// linkage.
#pragma once

#include "step/batch.h"
#include "step/portable_lanes.h"
#include "support/scenes.h"

namespace {

using namespace support;

constexpr uint32_t kRocks = 55;

// Rocks with 4 to 200 vertices: few of them, or more than the lanes take, are near the ground at once.
struct RocksOnGrid : OnGrid {
  RocksOnGrid() : OnGrid(shape_rock(RF_SHAPE_BOX, 1, 0.8, 0.6), 40, 40, 1.5) {
    owner.add_rock(cloud_rock({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}));
    owner.add_rock(shape_rock(RF_SHAPE_ELLIPSOID, 1, 0.8, 0.6, 200));
    owner.add_rock(shape_rock(RF_SHAPE_ELLIPSOID, 1, 0.9, 0.8, 24));
    owner.add_rock(prism(10));
    owner.add_rock(prism(40));
    Random random(3);
    grid.ground.mu_min = 0.5;
    grid.ground.contact_drag = 0.4;
    roughen(random, -0.4, 0.1, 0.02);
  }

  void set_ground(const rf_ground& ground) {
    grid.ground = ground;
    renew();
  }

  // Heights in single precision from now on.
  void shorten_heights() {
    short_heights.assign(heights.begin(), heights.end());
    short_grid = grid;
    short_grid.heights_f32 = short_heights.data();
    short_grid.heights_f64 = nullptr;
    REQUIRE(rf_grid_terrain(&short_grid, &scene.terrain, nullptr) == RF_OK);
  }

  // A flat rock with this number of corners on both sides.
  static Rock prism(uint32_t corners) { return shape_rock(RF_SHAPE_DISC, 1, 1, 0.3, 2 * corners); }

  // Close to the ground; some are deep in it.
  std::vector<rf_state> starts() const {
    Random random(11);
    std::vector<rf_state> states;
    for (uint32_t i = 0; i < kRocks; ++i) {
      const double x = random.between(8, 20), y = random.between(8, 50);
      states.push_back(random_state(random, x, y, -0.4 * x + 0.1 * y + random.between(0.2, 0.7), 3, 2));
      states.back().rock = i % 6;
    }
    return states;
  }

  std::vector<float> short_heights;
  rf_grid short_grid;
};

// The same bits in all lanes of this machine and alone.
inline void check_runners(const RocksOnGrid& world, const std::vector<rf_state>& start, uint32_t steps) {
  std::vector<rf_state> single = start;
  step_one_by_one(world.scene, single, steps);
  for (const rockfall::LaneRunner run : lane_runners()) {
    const uint32_t rocks = rocks_to_step(run, static_cast<uint32_t>(start.size()));
    std::vector<rf_state> batch(start.begin(), start.begin() + rocks);
    rockfall::step_batch(rockfall::batch_job(world.scene, batch.data(), rocks, steps), run);
    check_same_bits({single.begin(), single.begin() + rocks}, batch);
  }
}

inline void check_runners(const RocksOnGrid& world, uint32_t steps) { check_runners(world, world.starts(), steps); }

}  // namespace
