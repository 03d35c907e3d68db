#include "samples/samples.h"

namespace sandbox::samples {
namespace {

Setup plates(std::uint32_t count) {
  Setup setup;
  setup.scenario = read_scenario(find_scenario("ramp_l21"));
  setup.scenario.rock_count = count;
  setup.opening = 4;
  setup.preview = 8;
  setup.azimuth = -0.9;
  setup.elevation = 0.4;
  return setup;
}

}  // namespace

Setup scarring() {
  Setup setup;
  setup.scenario = read_scenario(find_scenario("scarring_l14"));
  setup.distance = 25;
  setup.azimuth = -1.5;
  setup.elevation = 0.2;
  setup.preview = 3.5;
  setup.plots = {"slippage", "friction", "energy", "rotation"};
  setup.shown = {-30, -50, 90, 50};
  return setup;
}

Setup soft_and_hard() {
  Setup setup = plates(20);
  setup.scenario.ground.preset = "soft";
  setup.scenario.ground.ground = ground_of_preset("soft");
  setup.variants = {{"soft ground", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT},
                    {"hard ground", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT, ground_of_preset("hard"), {}}};
  setup.apart = {0, 15, 0};
  setup.plots = {"scar", "energy", "speed", "friction"};
  return setup;
}

Setup scars_in_meadow() {
  Setup setup = plates(14);
  // Side by side, and near enough, so that the trajectories do not cover the scars.
  setup.scenario.release.kind = ReleaseSpec::Kind::line;
  setup.scenario.release.points = {{{0, -9}}, {{0, 9}}};
  setup.opening = 3;
  setup.preview = 2.5;
  setup.scenario.ground.preset = "medium_soft";
  setup.scenario.ground.ground = ground_of_preset("medium_soft");
  setup.plots = {"scar", "energy", "speed", "friction"};
  return setup;
}

Setup soil_layer() {
  Setup setup = plates(20);
  const rf_ground without = setup.scenario.ground.ground;
  setup.scenario.ground.ground.layer_drag = 400;
  setup.scenario.ground.ground.layer_height = 3;
  setup.variants = {{"with the layer", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT},
                    {"without", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT, without, {}}};
  setup.apart = {0, 15, 0};
  return setup;
}

}  // namespace sandbox::samples
