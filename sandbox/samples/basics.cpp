
#include "common/angle.h"
#include "samples/samples.h"

namespace sandbox::samples {
namespace {

/** A block flat on the slope. */
Setup lying(double slope_deg, double mu, double clearance) {
  Setup setup = on_plane(slope_deg, "box", 2, 2, 1, mu);
  setup.starts = [slope_deg, clearance](const BuiltScene& built) {
    rf_state state = placed(built, 0, 0, 0);
    // K of a 2 x 2 x 1 box: its short axis carries the greatest inertia, so it is z.
    turn(state, 0, 1, 0, radians(slope_deg));
    place(built, state, clearance);
    return std::vector<rf_state>{state};
  };
  setup.distance = 12;
  setup.plots = {"speed", "friction", "energy", "slippage"};
  return setup;
}

}  // namespace

Setup first_fall() {
  Setup setup = on_plane(35, "eota221", 2, 2, 1, 0.5);
  setup.scenario.release.height = {3, 3};
  setup.follow = true;
  setup.distance = 13;
  setup.plots = {"energy", "jump_height", "rotation", "percussion"};
  return setup;
}

Setup block_stands() {
  Setup setup = lying(25, 0.6, 0.3);
  setup.azimuth = -1.3;
  setup.elevation = 0.25;
  return setup;
}

Setup block_slides() {
  Setup setup = lying(35, 0.6, 0.001);
  setup.follow = true;
  setup.shown = {-60, -60, 400, 60};
  return setup;
}

Setup shapes_side_by_side() {
  Setup setup = on_plane(30, "box", 1, 1, 1, 0.6);
  TerrainSpec& terrain = setup.scenario.terrain;
  terrain.kind = TerrainSpec::Kind::ramp;
  terrain.slope_length = 22;
  terrain.head_length = 4;
  terrain.flat_length = 40;
  terrain.width = 44;
  terrain.cell = 1;
  setup.scenario.ground.ground.rolling_resistance = 0.05;
  setup.scenario.rocks.clear();
  const char* const names[] = {"box", "tetrahedron", "octahedron", "eota111", "eota221", "disc", "ellipsoid", "random"};
  for (const char* const name : names) {
    RockSpec rock;
    rock.name = rock.shape = name;
    rock.sizing = RF_SIZE_SCALE_TO_MASS;
    rock.mass = 3000;
    setup.scenario.rocks.push_back(rock);
  }
  setup.starts = [](const BuiltScene& built) {
    std::vector<rf_state> states;
    for (std::uint32_t i = 0; i < built.scene().rock_count; ++i) {
      rf_state state = rf_default_state();
      state.rock = i;
      state.position[1] = 4.0 * i - 14;
      place(built, state, 2);
      states.push_back(state);
    }
    return states;
  };
  setup.preview = 6;
  setup.azimuth = -0.5;
  setup.elevation = 0.5;
  setup.plots = {"speed", "energy", "rotation"};
  return setup;
}

Setup bounce() {
  Setup setup = on_plane(0, "ellipsoid", 1, 1, 1, 0.5);
  setup.scenario.rocks[0].points = 400;
  setup.scenario.ground.ground.restitution_normal = 0.8;
  setup.scenario.release.height = {6, 6};
  setup.scenario.release.velocity = {2, 0, 0};
  setup.preview = 6;
  setup.azimuth = -1.4;
  setup.elevation = 0.15;
  setup.plots = {"jump_height", "energy", "percussion"};
  return setup;
}

}  // namespace sandbox::samples
