// A small scene from the bytes of an input.
#pragma once

#include <rockfall/step.h>

#include <rockfall/rockfall.hpp>
#include <vector>

#include "target.h"

namespace fuzz {

/// A box on a grid of 6 x 6 nodes. Not movable: the scene points to its members.
struct SmallScene {
  SmallScene() : rock(*rf::Rock::cook(rf::shape_def(RF_SHAPE_BOX, 1, 1.3, 0.7))), pointer(rock.get()) {
    grid.columns = grid.rows = 6;
    grid.cell_x = grid.cell_y = 2;
    grid.heights_f64 = heights.data();
    scene.rocks = &pointer;
    scene.rock_count = 1;
    require(make(), "the grid is a terrain");
  }
  SmallScene(const SmallScene&) = delete;
  SmallScene& operator=(const SmallScene&) = delete;

  bool make() { return rf_grid_terrain(&grid, &scene.terrain, nullptr) == RF_OK; }

  rf::Rock rock;
  const rf_rock* pointer;
  std::vector<double> heights = std::vector<double>(36, 0.0);
  rf_grid grid = rf_default_grid();
  rf_scene scene = rf_default_scene();
};

}  // namespace fuzz
