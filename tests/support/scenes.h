// Scenes of one rock on a plane or a grid, for tests. They hold pointers into themselves: never moved.
#pragma once

#include <rockfall/step.h>

#include <cstring>
#include <utility>
#include <vector>

#include "support/random.h"
#include "support/rocks.h"

namespace support {

struct OneRock {
  explicit OneRock(Rock shape) : rock(std::move(shape)), shapes{rock.get()}, scene(rf_default_scene()) {
    scene.rocks = shapes;
    scene.rock_count = 1;
  }
  OneRock(const OneRock&) = delete;
  OneRock& operator=(const OneRock&) = delete;

  Rock rock;
  const rf_rock* shapes[1];
  rf_scene scene;
};

struct OnPlane : OneRock {
  explicit OnPlane(Rock shape, double slope_x = 0, double slope_y = 0)
      : OneRock(std::move(shape)), plane(rf_default_plane()) {
    plane.slope_x = slope_x;
    plane.slope_y = slope_y;
    renew();
  }
  // After a change of the plane.
  void renew() { REQUIRE(rf_plane_terrain(&plane, &scene.terrain, nullptr) == RF_OK); }
  rf_plane plane;
};

struct OnGrid : OneRock {
  OnGrid(Rock shape, uint32_t columns, uint32_t rows, double cell)
      : OneRock(std::move(shape)), heights(static_cast<size_t>(columns) * rows, 0.0), grid(rf_default_grid()) {
    grid.columns = columns;
    grid.rows = rows;
    grid.cell_x = grid.cell_y = cell;
    grid.heights_f64 = heights.data();
    renew();
  }
  void renew() { REQUIRE(rf_grid_terrain(&grid, &scene.terrain, nullptr) == RF_OK); }
  double& at(uint32_t column, uint32_t row) { return heights[static_cast<size_t>(row) * grid.columns + column]; }
  // A slope with bumps.
  void roughen(Random& random, double slope_x, double slope_y, double bump) {
    for (uint32_t r = 0; r < grid.rows; ++r) {
      for (uint32_t c = 0; c < grid.columns; ++c) {
        at(c, r) = slope_x * c * grid.cell_x + slope_y * r * grid.cell_y + random.between(-bump, bump);
      }
    }
    renew();
  }
  std::vector<double> heights;
  rf_grid grid;
};

inline bool same_bits(const rf_state& a, const rf_state& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

inline rf_state random_state(Random& random, double x, double y, double z, double speed, double spin) {
  rf_state state = rf_default_state();
  state.position[0] = x;
  state.position[1] = y;
  state.position[2] = z;
  random.orientation(state.orientation);
  random.fill(state.velocity, 3, speed);
  random.fill(state.angular_velocity, 3, spin);
  return state;
}

}  // namespace support
