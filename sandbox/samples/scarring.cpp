#include "samples/samples.h"

namespace sandbox::samples {
namespace {

Setup plates(std::uint32_t count) {
  Setup setup;
  setup.scenario = read_scenario(find_scenario("ramp_l21"));
  setup.scenario.rock_count = count;
  setup.distance = 150;
  setup.azimuth = -1.3;
  return setup;
}

}  // namespace

Setup scarring() {
  Setup setup;
  setup.scenario = read_scenario(find_scenario("scarring_l14"));
  setup.distance = 25;
  setup.azimuth = -1.5;
  setup.elevation = 0.2;
  setup.follow = false;
  setup.shown = {-30, -50, 90, 50};
  return setup;
}

Setup soft_and_hard() {
  Setup setup = plates(40);
  setup.scenario.ground.ground = rf_ground_preset_find("ramms_soft")->ground;
  return setup;
}

Setup scars_in_meadow() {
  Setup setup = plates(40);
  setup.scenario.ground.preset = "medium_soft";
  setup.scenario.ground.ground = rf_ground_preset_find("medium_soft")->ground;
  return setup;
}

Setup soil_layer() {
  Setup setup = plates(40);
  setup.scenario.ground.ground.layer_drag = 400;
  setup.scenario.ground.ground.layer_height = 3;
  return setup;
}

}  // namespace sandbox::samples
