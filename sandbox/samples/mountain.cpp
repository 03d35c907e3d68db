#include "samples/samples.h"

namespace sandbox::samples {

Setup mountain() {
  Setup setup;
  setup.scenario = read_scenario(find_scenario("mountain"));
  setup.scenario.rock_count = 60;
  setup.scenario.ground.preset = "ramms_medium_hard";
  setup.scenario.ground.ground = ground_of_preset("ramms_medium_hard");
  setup.opening = 7;
  setup.distance = 330;
  setup.ahead = 0.05;
  setup.azimuth = -1.35;
  setup.elevation = 0.5;
  return setup;
}

Setup thousand() {
  Setup setup;
  setup.scenario = read_scenario(find_scenario("ramp_l21"));
  TerrainSpec& terrain = setup.scenario.terrain;
  // 500 x 500 cells of 1 m.
  terrain.cell = 1;
  terrain.slope_deg = 35;
  terrain.head_length = 20;
  terrain.slope_length = 360;
  terrain.flat_length = 185;
  terrain.width = 500;
  terrain.roughness = 0.1;
  setup.scenario.release.kind = ReleaseSpec::Kind::line;
  setup.scenario.release.points = {{{0, -200}}, {{0, 200}}};
  setup.scenario.rock_count = 1000;
  setup.distance = 520;
  setup.ahead = 0.3;
  setup.azimuth = -0.6;
  return setup;
}

Setup forest() {
  Setup setup = mountain();
  setup.opening = 3;
  setup.scenario.ground.ground.layer_drag = 500;
  setup.scenario.ground.ground.layer_height = 30;
  return setup;
}

}  // namespace sandbox::samples
