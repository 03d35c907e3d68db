// Motion without percussions, by its energy.
#include "step/free_motion.h"

#include <cmath>

#include "step/worlds.h"

using namespace worlds;

TEST_CASE("soil laws that act by an impulse never add energy, however strong and dense the soil") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const int32_t law : {RF_SOIL_DRAG_AT_CENTROID, RF_SOIL_FACE_PRESSURE}) {
      CAPTURE(scheme);
      CAPTURE(law);
      OnPlane world(shape_rock(RF_SHAPE_EOTA, 1, 0.9, 0.7), -0.4, 0.1);
      world.scene.settings.scheme = scheme;
      world.scene.settings.soil_law = law;
      Random random(31);
      int in_soil = 0;
      double gain = -1, work = -1;
      for (int i = 0; i < 1000; ++i) {
        set_soil(world.plane.ground, std::pow(10.0, random.between(8, 12)));
        world.plane.ground.soil_drag = std::pow(10.0, random.between(3, 8));
        world.renew();
        const double speed = std::pow(10.0, random.between(-3, 1.5));
        rf_state state = random_state(random, 0, 0, 0, speed, 2 * speed);
        REQUIRE(rf_place_above_ground(&world.scene, &state, random.between(-0.3, 0), nullptr) == RF_OK);
        state.scar_depth = random.between(0, 0.4);
        for (int k = 0; k < 3; ++k) {
          rf_step_report report = {};
          REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
          const rf_energy_ledger& e = report.energy;
          const double scale = energy_scale(e, world.rock->mass, state);
          gain = std::fmax(gain, (e.kinetic_after - e.kinetic_before + e.potential_change) / scale);
          work = std::fmax(work, report.soil_work);
          in_soil += report.submerged_area > 0;
        }
      }
      CHECK(in_soil > 2000);
      CHECK(gain <= 1e-12);
      CHECK(work <= 0);
    }
  }
}

TEST_CASE("soil does not act on a rock that rises more slowly than gravity turns it round in the step") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    CAPTURE(scheme);
    OnPlane world(box_rock(1, 1, 1));
    set_soil(world.plane.ground, 1e7);
    world.plane.ground.soil_drag = 1e6;
    world.scene.settings.scheme = scheme;
    world.scene.settings.soil_law = RF_SOIL_DRAG_AT_CENTROID;
    world.renew();
    rf_state state = rf_default_state();
    state.position[2] = 0.3;
    state.velocity[2] = 1e-3;  // 1/2 g dt is 0.0098 m/s: drag would do positive work
    state.scar_depth = 0.5;
    rf_step_report report = {};
    REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
    CHECK(report.submerged_area == doctest::Approx(1).epsilon(1e-12));
    CHECK(report.soil_work == 0);
    CHECK(state.velocity[2] == doctest::Approx(1e-3 - 9.81 * 0.002).epsilon(1e-12));
  }
}

TEST_CASE("soil and drag layer share the drag work in the ratio of their coefficients") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const double layer_drag : {0.0, 3000.0}) {
      CAPTURE(scheme);
      CAPTURE(layer_drag);
      OnPlane world(box_rock(1, 1, 1));
      set_soil(world.plane.ground, 1e6);
      world.plane.ground.layer_drag = layer_drag;
      world.plane.ground.layer_height = 10;
      world.scene.settings.gravity = 0;
      world.scene.settings.scheme = scheme;
      world.renew();
      rf_state state = rf_default_state();
      state.position[2] = 0.5;
      state.velocity[2] = -10;
      rf_step_report report = {};
      REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
      const double soil_drag = 0.5 * 2.5 * 1700 * 1 * 10, drag = soil_drag + layer_drag;  // of 1 m2 at 10 m/s
      const double h = 0.5 * world.scene.settings.time_step, m = world.rock->mass;
      const double mean_speed = 10 * m / (m + h * drag);  // (m + h c) v+ = (m - h c) v
      const double work = -2 * h * drag * mean_speed * mean_speed;
      CHECK(report.energy.drag_work == doctest::Approx(work).epsilon(1e-12));
      CHECK(report.soil_work == doctest::Approx(soil_drag / drag * work).epsilon(1e-12));
    }
  }
}
