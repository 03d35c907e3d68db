#include "samples/samples.h"

namespace sandbox::samples {

Setup edge_landing() {
  Setup setup = on_plane(0, "box", 2, 2, 0.5, 0.5);
  setup.starts = [](const BuiltScene& built) {
    rf_state state = rf_default_state();
    turn(state, 0, 1, 0, 1.3);
    place(built, state, 2);
    return std::vector<rf_state>{state};
  };
  setup.distance = 9;
  setup.elevation = 0.2;
  setup.plots = {"energy", "rotation", "percussion"};
  return setup;
}

Setup face_landing() {
  Setup setup = on_plane(0, "box", 2, 2, 1, 0.5);
  setup.starts = [](const BuiltScene& built) { return std::vector<rf_state>{placed(built, 0, 0, 2)}; };
  setup.distance = 9;
  setup.elevation = 0.2;
  setup.plots = {"energy", "rotation", "percussion"};
  return setup;
}

Setup rolling_ball() {
  Setup setup = on_plane(0, "ellipsoid", 2, 2, 2, 0.5);
  setup.scenario.rocks[0].points = 2000;
  setup.starts = [](const BuiltScene& built) {
    rf_state state = placed(built, 0, 0, 0.01);
    state.velocity[0] = 8;
    return std::vector<rf_state>{state};
  };
  setup.shown = {-60, -60, 600, 60};
  setup.follow = true;
  setup.distance = 11;
  setup.plots = {"speed", "rotation", "friction", "energy"};
  return setup;
}

Setup terrain_vertices() {
  Setup setup = on_plane(0, "box", 4, 4, 3, 0.5);
  TerrainSpec& terrain = setup.scenario.terrain;
  terrain.kind = TerrainSpec::Kind::ramp;
  terrain.slope_deg = 20;
  terrain.slope_length = 40;
  terrain.flat_length = 30;
  terrain.width = 30;
  terrain.cell = 0.5;
  terrain.roughness = 0.25;
  setup.scenario.release.points = {{{5, 0}}};
  setup.scenario.release.height = {1, 1};
  setup.preview = 6;
  setup.azimuth = -1.1;
  return setup;
}

}  // namespace sandbox::samples
