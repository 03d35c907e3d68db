// Vertices that enter the soil leave a scar.
#include "step/worlds.h"

using namespace worlds;

TEST_CASE("a spinning rock makes a scar in its first step in soil, at every time step") {
  for (const double time_step : {0.0005, 0.002, 0.005}) {
    CAPTURE(time_step);
    OnPlane world(box_rock(0.7, 0.6, 0.5));
    set_soil(world.plane.ground, 10e6);
    world.scene.settings.time_step = time_step;
    world.renew();
    Random random(5);
    int entries = 0;
    for (int i = 0; i < 100; ++i) {
      rf_state state = support::random_state(random, 0, 0, 0, 3, 35);
      REQUIRE(rf_place_above_ground(&world.scene, &state, 0.2, nullptr) == RF_OK);
      for (int k = 0; k < 2000; ++k) {
        const ReportedStep step(world.scene, state);
        if (step.report.submerged_area == 0 && step.report.contact_count == 0) continue;
        // A vertex that is on its way up again at the midpoint makes none, and is not pressed either.
        double pressed = 0;
        for (uint32_t c = 0; c < step.report.contact_count; ++c) pressed += step.contacts[c].percussion[0];
        CHECK((state.scar_depth > 0 || pressed == 0));
        entries += state.scar_depth > 0 ? 1 : 0;
        break;
      }
    }
    CHECK(entries > 90);
  }
}
