#include "step/contact_query.h"

#include <doctest/doctest.h>
#include <rockfall/rockfall.h>

#include <vector>

#include "terrain/grid.h"

namespace {

// A level grid of one kind of ground.
struct Ground {
  Ground() : heights(9, 0.0), grid(rf_default_grid()), scene(rf_default_scene()) {
    grid.columns = grid.rows = 3;
    grid.cell_x = grid.cell_y = 10;
    grid.heights_f64 = heights.data();
  }

  const rf_ground* rigid() {
    REQUIRE(rf_grid_terrain(&grid, &scene.terrain, nullptr) == RF_OK);
    return rockfall::rigid_everywhere(scene, rockfall::GridTerrain(grid));
  }

  std::vector<double> heights;
  rf_grid grid;
  rf_scene scene;
};

}  // namespace

TEST_CASE("contacts are found without the general query where all ground is rigid, the same and without drag layers") {
  Ground plain;
  CHECK(plain.rigid() == &plain.grid.ground);
  plain.grid.ground.contact_drag = 1;
  CHECK(plain.rigid() == &plain.grid.ground);
  plain.grid.ground.rolling_resistance = 0.1;
  CHECK(plain.rigid() == &plain.grid.ground);

  Ground soil;
  soil.grid.ground.soil_strength = 1e7;
  CHECK(soil.rigid() == nullptr);

  Ground layer;
  layer.grid.ground.layer_drag = 1;
  layer.grid.ground.layer_height = 0.3;
  CHECK(layer.rigid() == nullptr);

  Ground near_ground;
  near_ground.grid.ground.contact_drag = 1;
  near_ground.grid.ground.contact_drag_height = 2;
  CHECK(near_ground.rigid() == nullptr);

  Ground varied;
  const std::vector<float> friction(9, 0.5f);
  varied.grid.fields[RF_GROUND_MU_MIN] = friction.data();
  CHECK(varied.rigid() == nullptr);
}
