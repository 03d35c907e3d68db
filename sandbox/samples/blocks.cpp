#include <cmath>

#include "common/error.h"
#include "samples/samples.h"

namespace sandbox::samples {

Setup on_plane(double slope_deg, const std::string& shape, double x, double y, double z, double mu) {
  Setup setup;
  Scenario& scenario = setup.scenario;
  scenario.terrain.kind = TerrainSpec::Kind::plane;
  scenario.terrain.slope_deg = slope_deg;
  RockSpec rock;
  rock.name = rock.shape = shape;
  rock.size = {{x, y, z}};
  scenario.rocks.push_back(rock);
  scenario.ground.ground = rf_default_ground();
  scenario.ground.ground.mu_min = scenario.ground.ground.mu_max = mu;
  scenario.release.points = {{{0, 0}}};
  scenario.settings = rf_default_settings();
  scenario.rock_count = 1;
  setup.distance = 25;
  return setup;
}

void place(const BuiltScene& built, rf_state& state, double clearance) {
  rf_error error{};
  if (rf_place_above_ground(&built.scene(), &state, clearance, &error) != RF_OK) {
    throw InputError(std::string("release: ") + error.text);
  }
}

rf_state placed(const BuiltScene& built, double x, double y, double clearance) {
  rf_state state = rf_default_state();
  state.position[0] = x;
  state.position[1] = y;
  place(built, state, clearance);
  return state;
}

void turn(rf_state& state, double x, double y, double z, double angle) {
  const double s = std::sin(0.5 * angle) / std::sqrt(x * x + y * y + z * z), c = std::cos(0.5 * angle);
  const double q[4] = {c, s * x, s * y, s * z};
  const double p[4] = {state.orientation[0], state.orientation[1], state.orientation[2], state.orientation[3]};
  state.orientation[0] = q[0] * p[0] - q[1] * p[1] - q[2] * p[2] - q[3] * p[3];
  state.orientation[1] = q[0] * p[1] + q[1] * p[0] + q[2] * p[3] - q[3] * p[2];
  state.orientation[2] = q[0] * p[2] + q[2] * p[0] + q[3] * p[1] - q[1] * p[3];
  state.orientation[3] = q[0] * p[3] + q[3] * p[0] + q[1] * p[2] - q[2] * p[1];
}

}  // namespace sandbox::samples
