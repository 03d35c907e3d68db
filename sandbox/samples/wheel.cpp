#include "samples/samples.h"

namespace sandbox::samples {

Setup wheel() {
  Setup setup;
  setup.scenario = read_scenario(find_scenario("wheel_l14"));
  setup.scenario.rock_count = 1;
  setup.shown = {-40, -200, 1200, 200};
  setup.distance = 25;
  setup.follow = true;
  return setup;
}

Setup wheel_ensemble() {
  Setup setup = wheel();
  setup.scenario.rock_count = 60;
  setup.distance = 120;
  setup.ahead = 0.35;
  setup.follow = false;
  return setup;
}

}  // namespace sandbox::samples
