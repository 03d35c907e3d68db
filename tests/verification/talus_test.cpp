// What rocks do on talus, in short trials of `rockfall plausibility`.
#include <doctest/doctest.h>

#include "verify/slope_trial.h"

using namespace sandbox::verify;

namespace {

/** On 250 m of 35 deg. */
TrialResult on_talus(const Rock& rock, const rf_ground& ground) {
  Hillside hillside;
  hillside.length = 250;
  hillside.half_width = 60;
  hillside.ground = ground;
  TrialOptions options;
  options.rocks = 24;
  options.start_speed = 5;
  options.clearance = 0.5;
  options.settings.time_limit = 60;
  return run_trial(rock, hillside, options);
}

}  // namespace

TEST_CASE("on talus the rotational share of the energy and the heights of S are in the ranges of observations" *
          doctest::test_suite("long")) {
  for (const char* name : {"medium_hard", "hard"}) {
    for (const double volume : {0.3, 3.0}) {
      CAPTURE(name);
      CAPTURE(volume);
      const Rock rock = eota111(volume);
      rf_ground ground = rf_ground_preset_find(name)->ground;
      const TrialResult result = on_talus(rock, ground);
      const double share = result.rotational_share();
      CHECK(share > 0.10);
      CHECK(share < 0.20);
      CHECK(result.mean_jump_over_time() > 1);
      CHECK(result.mean_jump_over_time() < 2);
      CHECK(result.high_jump_share() < 0.01);
      ground.soil_drag_rotation = 0;
      CHECK(on_talus(rock, ground).rotational_share() > share + 0.02);
    }
  }
}
