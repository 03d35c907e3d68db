// A random grid, for tests of the grid alone.
#pragma once

#include <doctest/doctest.h>
#include <rockfall/terrain.h>

#include <vector>

#include "support/random.h"

namespace random_grids {

using support::Random;

// It owns its heights. Not movable: the terrain points to the grid.
struct RandomGrid {
  RandomGrid(Random& random, uint32_t columns, uint32_t rows, double bump)
      : heights(static_cast<size_t>(columns) * rows), grid(rf_default_grid()) {
    grid.columns = columns;
    grid.rows = rows;
    grid.x0 = random.between(-50, 50);
    grid.y0 = random.between(-50, 50);
    grid.cell_x = random.between(0.1, 5);
    grid.cell_y = random.between(0.1, 5);
    grid.heights_f64 = heights.data();
    const double slope_x = random.between(-1, 1), slope_y = random.between(-1, 1);
    for (uint32_t r = 0; r < rows; ++r) {
      for (uint32_t c = 0; c < columns; ++c) {
        at(c, r) = slope_x * c * grid.cell_x + slope_y * r * grid.cell_y + random.between(-bump, bump);
      }
    }
    refresh();
  }
  RandomGrid(const RandomGrid&) = delete;
  void refresh() { REQUIRE(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK); }
  double& at(uint32_t c, uint32_t r) { return heights[static_cast<size_t>(r) * grid.columns + c]; }
  double x(double column) const { return grid.x0 + column * grid.cell_x; }
  double y(double row) const { return grid.y0 + row * grid.cell_y; }
  rf_terrain_sample sample(double px, double py) const {
    rf_terrain_sample s;
    REQUIRE(rf_terrain_at(&terrain, px, py, &s) == RF_OK);
    return s;
  }
  std::vector<double> heights;
  rf_grid grid;
  rf_terrain terrain;
};

}  // namespace random_grids
