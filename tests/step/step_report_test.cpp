#include "step/step_report.h"

#include <cmath>

#include "one_rock_events.h"
#include "step/worlds.h"

using namespace worlds;

TEST_CASE("the event of a rock in soil without percussion has the speed of S along the normal of the soil") {
  for (const double slope : {0.0, -0.5}) {
    CAPTURE(slope);
    OnPlane world(box_rock(1, 1, 1), slope);
    set_soil(world.plane.ground, 1e6);
    world.scene.settings.gravity = 0;
    world.renew();
    rf_state state = rf_default_state();
    REQUIRE(rf_place_above_ground(&world.scene, &state, -0.01, nullptr) == RF_OK);
    state.velocity[0] = 4;
    state.velocity[2] = -10;
    EventsOfOneRock of_rock;
    REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, 1, nullptr, nullptr, &of_rock.events) == RF_OK);
    REQUIRE(of_rock.events.count >= 1);
    const rf_event& event = of_rock.buffer[0];
    const double length = std::sqrt(1 + slope * slope), normal[3] = {-slope / length, 0, 1 / length};
    CHECK(event.kind == RF_EVENT_CONTACT_BEGIN);
    CHECK(event.percussion == 0);
    CHECK(event.speed == doctest::Approx(10 * normal[2] - 4 * normal[0]).epsilon(1e-14));
    for (int k = 0; k < 3; ++k) CHECK(event.normal[k] == doctest::Approx(normal[k]).epsilon(1e-14));
    CHECK(std::fabs(event.point[2] - slope * event.point[0]) < 1e-12);  // on the surface
  }
}

TEST_CASE("a rock that moves out of the soil gives an event without speed") {
  OnPlane world(box_rock(1, 1, 1));
  set_soil(world.plane.ground, 1e6);
  world.scene.settings.gravity = 0;
  world.renew();
  rf_state state = rf_default_state();
  state.position[2] = 0.3;
  state.velocity[2] = 10;
  state.scar_depth = 0.5;
  EventsOfOneRock of_rock;
  REQUIRE(rf_step_many_with_events(&world.scene, &state, 1, 1, nullptr, nullptr, &of_rock.events) == RF_OK);
  REQUIRE(of_rock.events.count >= 1);
  CHECK(of_rock.buffer[0].kind == RF_EVENT_CONTACT_BEGIN);
  CHECK(of_rock.buffer[0].speed == 0);
}

TEST_CASE("the report has the submerged area across the velocity, whatever the soil law and the scheme") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (int32_t law = 0; law < RF_SOIL_LAW_COUNT; ++law) {
      CAPTURE(scheme);
      CAPTURE(law);
      OnPlane world(box_rock(1, 1, 1));
      set_soil(world.plane.ground, 1e7);
      world.scene.settings.gravity = 0;
      world.scene.settings.scheme = scheme;
      world.scene.settings.soil_law = law;
      world.renew();
      rf_state state = rf_default_state();
      state.position[2] = 0.3;
      state.velocity[0] = 12;
      state.velocity[2] = -10;
      rf_step_report report = {};
      REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
      const double depth = 0.2 + 0.5 * 0.002 * 10;  // at the midpoint of the step
      const double expected = (depth * 12 + 1.0 * 10) / std::hypot(12, 10);
      CHECK(report.submerged_area == doctest::Approx(expected).epsilon(1e-12));
      CHECK(report.soil_work == doctest::Approx(report.energy.drag_work).epsilon(1e-12));
      CHECK(report.soil_work < 0);
    }
  }
}
