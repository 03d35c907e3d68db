// Vertices that enter the soil leave a scar.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "step/worlds.h"

using namespace worlds;

namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

Vector3d vector_at(const double* x) { return Vector3d(x[0], x[1], x[2]); }

// Depth of the scar after a step on level soil, and the number of vertices that enter it: equation 11 of Lu et al. 2019
// for the fastest of those below the surface at the midpoint that were above it a step before.
struct ExpectedScar {
  ExpectedScar(const rf_rock_properties& rock, double strength, double dt, const rf_state& before)
      : depth(before.scar_depth) {
    const double* const p = before.orientation;
    const Vector3d v = vector_at(before.velocity), omega = vector_at(before.angular_velocity);
    const Quaterniond old(p[0], p[1], p[2], p[3]);
    const Quaterniond rate = old * Quaterniond(0, omega[0], omega[1], omega[2]);
    const Quaterniond middle = Quaterniond(old.coeffs() + 0.25 * dt * rate.coeffs()).normalized();
    const Vector3d turn = middle * omega;
    for (uint32_t i = 0; i < rock.vertex_count; ++i) {
      const Vector3d arm = middle * vector_at(rock.vertices + 3 * size_t{i});
      const double gap = before.position[2] + 0.5 * dt * v[2] + arm[2], speed = -(v + turn.cross(arm))[2];
      const double height_before = gap + dt * speed + 0.5 * dt * dt * turn.cross(turn.cross(arm))[2];
      if (gap > 0 || !(speed > 0) || !(before.scar_depth == 0 || height_before > 0)) continue;
      ++entered;
      depth = std::fmax(depth, 0.1 * std::cbrt(rock.mass) * std::pow(1e-3 * strength, -0.4) * std::pow(speed, 0.8));
    }
  }

  double depth;
  int entered = 0;
};

}  // namespace

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

TEST_CASE(
    "the scar has the depth of equation 11 for the fastest vertex that enters, also where later ones are faster") {
  OnPlane world(shape_rock(RF_SHAPE_RANDOM, 1, 1.2, 0.8, 24));
  set_soil(world.plane.ground, 10e6);
  world.renew();
  rf_rock_properties rock;
  REQUIRE(rf_rock_get(world.rock.get(), &rock) == RF_OK);
  Random random(6);
  int first = 0, later = 0, deepened = 0;
  for (int i = 0; i < 100; ++i) {
    rf_state state = support::random_state(random, 0, 0, 0, 4, 8);
    REQUIRE(rf_place_above_ground(&world.scene, &state, 0.1, nullptr) == RF_OK);
    for (int k = 0; k < 200; ++k) {
      const rf_state before = state;
      const ExpectedScar expected(rock, 10e6, world.scene.settings.time_step, before);
      REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
      if (expected.entered == 0 && before.scar_depth == 0) continue;
      if (state.scar_depth == 0 && expected.entered == 0) break;  // it has left the soil
      CHECK(state.scar_depth == doctest::Approx(expected.depth).epsilon(1e-9));
      first += before.scar_depth == 0;
      later += before.scar_depth > 0 && expected.entered > 0;
      deepened += before.scar_depth > 0 && state.scar_depth > before.scar_depth;
    }
  }
  CHECK(first > 50);
  CHECK(later > 100);
  CHECK(deepened > 10);
}

TEST_CASE("a fast rock on soil of 1 kN/m2 does not sink in deeper than its radius") {
  OnPlane world(box_rock(1, 1, 1));
  set_soil(world.plane.ground, 1e3);
  world.scene.settings.gravity = 0;
  world.renew();
  rf_state state = rf_default_state();
  state.position[2] = 0.5;
  state.velocity[2] = -60;
  REQUIRE(rf_step(&world.scene, &state, nullptr) == RF_OK);
  CHECK(state.scar_depth == doctest::Approx(0.5 * std::sqrt(3.0)).epsilon(1e-14));
}

TEST_CASE("a peak of the terrain inside a rock is a contact where it is higher than the scar is deep, with that gap") {
  OnGrid world(box_rock(4, 4, 1), 81, 81, 0.25);
  world.at(40, 40) = 0.5;
  set_soil(world.grid.ground, 1e7);
  world.scene.settings.gravity = 0;
  world.renew();
  for (const double inside : {0.05, 0.15, 0.2}) {  // of the peak in the rock
    CAPTURE(inside);
    rf_state state = rf_default_state();
    state.position[0] = state.position[1] = 10;
    state.position[2] = 1 - inside;
    state.velocity[2] = -1e-3;
    state.scar_depth = 0.1;
    const ReportedStep step(world.scene, state);
    CHECK(state.scar_depth == 0.1);
    REQUIRE(step.report.contact_count == (inside > 0.1 ? 1 : 0));
    if (inside < 0.1) continue;
    CHECK((step.contacts[0].feature & RF_TERRAIN_VERTEX_FEATURE) != 0);
    const double at_midpoint = inside + 0.5 * world.scene.settings.time_step * 1e-3;
    CHECK(step.contacts[0].gap == doctest::Approx(-(at_midpoint - 0.1)).epsilon(1e-9));
  }
}

TEST_CASE("the scar that a node of the grid makes does not depend on the direction of the grid") {
  double depth[4];
  for (int quarter = 0; quarter < 4; ++quarter) {
    OnGrid on(box_rock(4, 4, 1), 9, 9, 1);
    on.grid.ground.soil_strength = 1e7;
    on.grid.ground.soil_drag = 2.5;
    on.grid.x0 = on.grid.y0 = -4;
    std::fill(on.heights.begin(), on.heights.end(), -3.0);
    // A peak with one gentle side, turned.
    const int directions[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const double around[4] = {-1, -0.2, -0.2, -0.2};
    on.heights[4 * 9 + 4] = 0;
    for (int k = 0; k < 4; ++k) {
      const int* const d = directions[(k + quarter) % 4];
      on.heights[static_cast<size_t>((4 + d[1]) * 9 + 4 + d[0])] = around[k];
    }
    on.renew();
    on.scene.settings.gravity = 0;
    rf_state state = rf_default_state();
    state.velocity[0] = 3 * directions[quarter][0];
    state.velocity[1] = 3 * directions[quarter][1];
    state.velocity[2] = -4;
    state.position[2] = 0.48;
    for (int k = 0; k < 3; ++k) state.position[k] -= 0.001 * state.velocity[k];
    REQUIRE(rf_step(&on.scene, &state, nullptr) == RF_OK);
    depth[quarter] = state.scar_depth;
  }
  CHECK(depth[0] > 0.01);
  for (int quarter = 1; quarter < 4; ++quarter) CHECK(depth[quarter] == doctest::Approx(depth[0]).epsilon(1e-12));
}
