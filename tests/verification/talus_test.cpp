// What rocks do on talus, in short trials of `rockfall plausibility`.
#include <doctest/doctest.h>

#include "verify/slope_trial.h"

using namespace sandbox::verify;

namespace {

/** Rotational share of the energy, %, on 150 m of 35 deg. */
double rotational_share(const Rock& rock, const rf_ground& ground) {
  Hillside hillside;
  hillside.length = 150;
  hillside.half_width = 60;
  hillside.ground = ground;
  TrialOptions options;
  options.rocks = 8;
  options.start_speed = 5;
  options.clearance = 0.5;
  options.settings.time_limit = 60;
  return 100 * run_trial(rock, hillside, options).rotational_share();
}

}  // namespace

TEST_CASE("the rotational share of the energy on talus is 10 to 20 %, and more without the drag on the rotation") {
  for (const char* name : {"medium_hard", "hard"}) {
    for (const double volume : {0.3, 3.0}) {
      CAPTURE(name);
      CAPTURE(volume);
      const Rock rock = eota111(volume);
      rf_ground ground = rf_ground_preset_find(name)->ground;
      const double share = rotational_share(rock, ground);
      CHECK(share > 10);
      CHECK(share < 20);
      ground.soil_drag_rotation = 0;
      CHECK(rotational_share(rock, ground) > share + 2);
    }
  }
}
