#include "samples/samples.h"

namespace sandbox::samples {

Setup seams() {
  Setup setup = on_plane(0, "box", 2, 2, 1, 0.5);
  TerrainSpec& terrain = setup.scenario.terrain;
  terrain.kind = TerrainSpec::Kind::ramp;
  terrain.slope_deg = 0;
  terrain.slope_length = 20;
  terrain.flat_length = 60;
  terrain.width = 20;
  terrain.cell = 1;
  setup.starts = [](const BuiltScene& built) {
    rf_state state = placed(built, 0, 0.3, 0.01);
    state.velocity[0] = 16;
    return std::vector<rf_state>{state};
  };
  setup.preview = 3.5;
  setup.azimuth = -1.2;
  setup.elevation = 0.3;
  setup.plots = {"speed", "energy", "jump_height"};
  return setup;
}

Setup edge_of_terrain() {
  Setup setup = ramp();
  setup.scenario.terrain.flat_length = 10;
  setup.scenario.terrain.width = 40;
  setup.scenario.rock_count = 30;
  setup.preview = 20;
  setup.opening = 8;
  setup.azimuth = -0.8;
  return setup;
}

}  // namespace sandbox::samples
