// Soil on terrains that differ from place to place.
#include <cmath>
#include <vector>

#include "step/worlds.h"

using namespace worlds;

TEST_CASE("between rigid ground and soil a rock loses no more energy than on the soil") {
  OnGrid world(shape_rock(RF_SHAPE_EOTA, 0.8, 0.8, 0.8), 9, 5, 5);
  set_soil(world.grid.ground, 2e7);
  std::vector<float> strength;
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 9; ++column) strength.push_back(column < 4 ? 0.0F : 2e7F);
  }
  world.owner.grid()->fields()[RF_GROUND_SOIL_STRENGTH] = strength;
  world.renew();
  const auto speed_after_impact = [&](double x) {
    double sum = 0;
    for (uint32_t i = 0; i < 100; ++i) {
      rf_state state = rf_default_state();
      rf_random_orientation(8, i, 0, state.orientation);
      state.position[0] = x;
      state.position[1] = 10;
      REQUIRE(rf_place_above_ground(&world.scene, &state, 0.01, nullptr) == RF_OK);
      state.velocity[0] = 20;
      state.velocity[2] = -8;
      for (int k = 0; k < 100; ++k) REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
      sum += std::hypot(state.velocity[0], state.velocity[2]) / 100;
    }
    return sum;
  };
  const double on_soil = speed_after_impact(25);
  for (const double x : {15.1, 15.5, 16.0, 17.0, 18.0}) CHECK(speed_after_impact(x) > 0.97 * on_soil);
}

TEST_CASE("the submerged area over a peak of the terrain is that of the part of the rock below it") {
  OnGrid world(box_rock(2, 2, 2), 9, 9, 0.9);
  set_soil(world.grid.ground, 1e6);
  world.grid.x0 = world.grid.y0 = -3.6;
  world.heights.assign(81, -1.0);
  world.at(4, 4) = 0;  // at x = y = 0
  world.scene.settings.gravity = 0;
  world.scene.settings.time_step = 1e-6;
  world.renew();
  for (const double depth : {0.01, 0.1, 0.2}) {
    rf_state state = rf_default_state();
    state.position[2] = 1 - depth;
    state.velocity[0] = 5;
    rf_step_report report = {};
    REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
    CHECK(report.submerged_area == doctest::Approx(2 * depth).epsilon(1e-6));
  }
}

TEST_CASE("bumps of hundredths of a millimetre do not change impacts on soil, however fine the grid") {
  const auto mean_speed_after_impact = [](double cell, double bumps) {
    const uint32_t columns = static_cast<uint32_t>(12 / cell) + 1, rows = static_cast<uint32_t>(4 / cell) + 1;
    OnGrid world(shape_rock(RF_SHAPE_EOTA, 0.75, 0.75, 0.75), columns, rows, cell);
    set_soil(world.grid.ground, 2.5e7);
    Random random(3);
    for (double& height : world.heights) height = random.between(-bumps, bumps);
    world.renew();
    double sum = 0;
    constexpr uint32_t rocks = 200;
    for (uint32_t i = 0; i < rocks; ++i) {
      rf_state state = rf_default_state();
      rf_random_orientation(8, i, 0, state.orientation);
      state.position[0] = 2;
      state.position[1] = 2;
      REQUIRE(rf_place_above_ground(&world.scene, &state, 0.01, nullptr) == RF_OK);
      state.velocity[0] = 16;
      state.velocity[2] = -5;
      state.angular_velocity[1] = 18;
      for (int k = 0; k < 150; ++k) REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
      sum += state.velocity[0] / rocks;
    }
    return sum;
  };
  const double on_plane = mean_speed_after_impact(0.25, 0);
  CHECK(on_plane > 5);
  for (const double cell : {0.25, 0.1}) {
    CHECK(mean_speed_after_impact(cell, 1e-5) == doctest::Approx(on_plane).epsilon(0.02));
  }
}

TEST_CASE("contacts with rigid ground remain where more terrain vertices in soil are inside the hull than have room") {
  OnGrid world(box_rock(4, 3, 1), 121, 121, 0.05);
  world.grid.x0 = world.grid.y0 = -3;
  set_soil(world.grid.ground, 2e6);
  Random random(1);
  std::vector<float> strength;
  for (uint32_t row = 0; row < 121; ++row) {
    for (uint32_t column = 0; column < 121; ++column) {
      strength.push_back(column < 61 ? 0.0F : 2e6F);
      world.at(column, row) = column < 63 ? 0.0 : random.between(-0.04, 0.04);
    }
  }
  world.owner.grid()->fields()[RF_GROUND_SOIL_STRENGTH] = strength;
  world.renew();
  for (const double scar_depth : {0.05, 0.0}) {  // with 0 the first step makes the scar
    CAPTURE(scar_depth);
    rf_state state = rf_default_state();
    state.position[2] = 0.495;
    state.velocity[2] = -2;
    state.scar_depth = scar_depth;
    rf_step_report report = {};
    rf_contact contacts[RF_MAX_CONTACTS];
    report.contacts = contacts;
    report.contact_capacity = RF_MAX_CONTACTS;
    REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
    int rigid = 0;
    for (uint32_t i = 0; i < report.contact_count; ++i) rigid += contacts[i].point[0] < 0;
    CHECK(rigid == 2);  // the corners of the box
    CHECK(report.contacts_dropped == 0);
  }
}

TEST_CASE("contacts with rigid ground keep their whole rolling resistance while another part of the rock is in soil") {
  OnGrid world(box_rock(1.2, 1, 0.6), 41, 41, 0.5);
  Random random(7);
  world.roughen(random, -0.3, 0.05, 0.0);
  set_soil(world.grid.ground, 3e6);
  world.grid.ground.rolling_resistance = 0.1;
  std::vector<float> strength;
  for (int node = 0; node < 41 * 41; ++node) strength.push_back(node % 41 % 4 < 2 ? 0.0F : 3e6F);
  world.owner.grid()->fields()[RF_GROUND_SOIL_STRENGTH] = strength;
  world.renew();
  const double radius = world.rock->bounding_radius, weight = world.rock->mass * world.scene.settings.gravity;
  double largest = 0;
  int in_both = 0, at_bound = 0;
  for (int i = 0; i < 60; ++i) {
    rf_state state = support::random_state(random, random.between(4, 12), random.between(6, 14), 0, 4, 6);
    REQUIRE(rf_place_above_ground(&world.scene, &state, 0.05, nullptr) == RF_OK);
    for (int k = 0; k < 400 && state.end == RF_MOVING; ++k) {
      const rf_state before = state;
      const ReportedStep step(world.scene, state);
      const double v = std::hypot(before.velocity[0], before.velocity[1], before.velocity[2]);
      const double force = 0.5 * 2.5 * 1700 * step.report.submerged_area * v * v;
      const double of_layer = std::fmin(0.5 * step.report.scar_depth, radius * force / weight);
      for (uint32_t c = 0; c < step.report.contact_count; ++c) {
        const rf_contact& contact = step.contacts[c];
        rf_terrain_sample below;
        REQUIRE(rf_terrain_at(&world.scene.terrain, contact.point[0], contact.point[1], &below) == RF_OK);
        const double arm = 0.1 * height_over(contact, before), bound = arm * contact.percussion[0];
        // Contacts with soil would lose a good part of the arm.
        if (below.ground.soil_strength > 0 || !(bound > 0.1) || !(of_layer > 0.2 * arm)) continue;
        ++in_both;
        const double share = std::hypot(contact.moment[0], contact.moment[1]) / bound;
        at_bound += share > 1 - 1e-6;
        largest = std::fmax(largest, share);
      }
    }
  }
  CHECK(in_both > 200);
  CHECK(at_bound > 50);
  CHECK(largest == doctest::Approx(1).epsilon(1e-6));
}
