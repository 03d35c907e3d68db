#include "samples/samples.h"

namespace sandbox::samples {

Setup ramp() {
  Setup setup;
  setup.scenario = read_scenario(find_scenario("ramp_l21"));
  setup.scenario.rock_count = 100;
  setup.opening = 5;
  setup.preview = 9;
  setup.azimuth = -0.9;
  setup.elevation = 0.4;
  return setup;
}

Setup rough_ramp() {
  Setup setup = ramp();
  setup.scenario.terrain.roughness = 0.4;
  return setup;
}

}  // namespace sandbox::samples
