// Arguments near the limits of a double: a call returns finite numbers or an error, and an error changes nothing.
#include <doctest/doctest.h>
#include <rockfall/body.h>
#include <rockfall/frame.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "support/refusal.h"
#include "support/scenes.h"

using namespace support;

namespace {

bool finite(const double* values, size_t count) {
  bool all = true;
  for (size_t i = 0; i < count; ++i) all = all && std::isfinite(values[i]);
  return all;
}

bool finite(const rf_frame& frame) {
  return finite(frame.position, 3) && finite(frame.tangent, 3) && finite(frame.normal, 3) && finite(frame.binormal, 3);
}

const double kExtreme[] = {0, 5e-324, 1e-310, 1e-200, 1e-160, 1, 1e100, 1e154, 1e160, 1e300, 1.7e308};

}  // namespace

TEST_CASE("a grid whose cells a double cannot divide is refused") {
  const std::vector<double> heights(9, 0.0);
  rf_grid grid = rf_default_grid();
  grid.columns = grid.rows = 3;
  grid.heights_f64 = heights.data();
  rf_terrain terrain;
  for (const double cell : {5e-324, 1e-310, 5e-309, 6e299, 5e307, 1e308}) {
    CAPTURE(cell);
    grid.cell_x = cell;
    grid.cell_y = 1;
    rf_error error = stale_error();
    check_refusal(rf_grid_terrain(&grid, &terrain, &error), error, RF_BAD_VALUE, "cell_x");
    grid.cell_x = 1;
    grid.cell_y = cell;
    check_refusal(rf_grid_terrain(&grid, &terrain, &error), error, RF_BAD_VALUE, "cell_y");
  }
  grid.cell_y = 1;
  grid.x0 = 1e17;
  rf_error error = stale_error();
  check_refusal(rf_grid_terrain(&grid, &terrain, &error), error, RF_BAD_VALUE, "cell_x");
  grid.x0 = 1e7;
  grid.cell_x = grid.cell_y = 1e-3;
  CHECK(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
}

TEST_CASE("the plane above a grid of the largest size that is accepted is above its ground everywhere") {
  const std::vector<double> heights = {3, -8, 5, 9, -2, 7, -9, 4, 8};
  rf_grid grid = rf_default_grid();
  grid.columns = grid.rows = 3;
  grid.heights_f64 = heights.data();
  grid.cell_x = 2;
  grid.cell_y = 5e299;
  rf_terrain terrain;
  REQUIRE(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
  for (const double share : {0.1, 0.5, 0.95}) {
    const double y = share * 1e300;
    const rf_rectangle area = {-1, y - 3e298, 5, y + 3e298};
    rf_upper_plane plane;
    terrain.upper_plane(terrain.user, &area, &plane);
    rf_terrain_sample sample;
    REQUIRE(rf_terrain_at(&terrain, 2, y, &sample) == RF_OK);
    CHECK(sample.exists == 1);
    CHECK(sample.height <= plane.height + 1e-9);
  }
}

TEST_CASE("a height above the ground that is not finite is refused") {
  OnPlane on(box_rock(1, 1, 1), 1e10);
  int placed = 0, refused = 0;
  for (const int32_t model : {RF_MODEL_HARD_CONTACT, RF_MODEL_ROCFALL_RIGID, RF_MODEL_ROCFALL_LUMPED}) {
    on.scene.settings.model = model;
    for (const double sign : {1.0, -1.0}) {
      for (const double x : {0.0, 1e300, 1.7e308}) {
        rf_state state = rf_default_state();
        state.position[0] = sign * x;
        const rf_state before = state;
        const rf_status status = rf_place_above_ground(&on.scene, &state, sign * 1.7e308, nullptr);
        if (status == RF_OK) {
          ++placed;
          CHECK(std::isfinite(state.position[2]));
        } else {
          ++refused;
          CHECK(same_bits(state, before));
        }
      }
    }
  }
  CHECK(placed > 0);
  CHECK(refused > 0);
}

TEST_CASE("torque-free rotation of extreme values returns finite numbers or an error") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    int rotated = 0, refused = 0;
    for (const double inertia : {5e-324, 1e-310, 1e-160, 1e-5, 1.0, 1e160, 1e300}) {
      for (const double omega : kExtreme) {
        for (const double dt : {1e-300, 1e-3, 1e3, 1e300}) {
          const double moments[3] = {inertia, 1.5 * inertia, 2 * inertia};
          double p[4] = {1, 0, 0, 0}, w[3] = {omega, -0.5 * omega, 0.3 * omega};
          const double before[3] = {w[0], w[1], w[2]};
          const rf_status status = rf_free_rotation(scheme, moments, dt, 3, p, w, nullptr);
          CAPTURE(scheme);
          CAPTURE(inertia);
          CAPTURE(omega);
          CAPTURE(dt);
          ++(status == RF_OK ? rotated : refused);
          if (status == RF_OK) {
            CHECK(finite(w, 3));
            CHECK(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3] == doctest::Approx(1).epsilon(1e-9));
          } else {
            CHECK(p[0] == 1);
            CHECK(std::memcmp(w, before, sizeof w) == 0);
          }
        }
      }
    }
    CAPTURE(scheme);
    CHECK(rotated > 0);
    CHECK(refused > 0);
  }
}

TEST_CASE("frames of extreme values are finite or refused") {
  for (const double speed : kExtreme) {
    for (const double up : kExtreme) {
      for (const double place : {0.0, 1e160, 1.7e308}) {
        const double position[3] = {0, place, 0}, velocity[3] = {speed, -speed, 0.5 * speed},
                     upwards[3] = {up, up, -up};
        rf_frame frame = {};
        if (rf_frame_start(position, velocity, upwards, &frame, nullptr) == RF_OK) CHECK(finite(frame));
        const double zero[3] = {0, 0, 0}, ahead[3] = {1, 0, 0};
        REQUIRE(rf_frame_start(zero, ahead, nullptr, &frame, nullptr) == RF_OK);
        const rf_frame before = frame;
        const rf_status status = rf_frame_advance(&frame, position, velocity, nullptr);
        if (status == RF_OK) {
          CHECK(finite(frame));
          double p[4];
          REQUIRE(rf_frame_orientation(&frame, p, nullptr) == RF_OK);
          CHECK(finite(p, 4));
        } else {
          CHECK(std::memcmp(&frame, &before, sizeof frame) == 0);
        }
      }
    }
  }
  rf_frame broken = {};
  broken.tangent[0] = kNaN;
  double p[4] = {1, 0, 0, 0};
  CHECK(rf_frame_orientation(&broken, p, nullptr) == RF_BAD_VALUE);
  CHECK(p[0] == 1);
}

TEST_CASE("with any coefficient of friction a rock that tumbles down a plane does not go through it") {
  for (const double friction : {1e5, 1e7, 1e10, 1e15, 1e20}) {
    CAPTURE(friction);
    OnPlane world(box_rock(2, 0.5, 0.5), -0.6);
    world.plane.ground.mu_min = world.plane.ground.mu_max = friction;
    world.renew();
    Random random(5);
    double fastest = 0, deepest = 0;
    int steps = 0, unconverged = 0;
    for (int i = 0; i < 20; ++i) {
      rf_state state = random_state(random, 0, 0, 0, 6, 5);
      REQUIRE(rf_place_above_ground(&world.scene, &state, 0.2, nullptr) == RF_OK);
      for (int k = 0; k < 2000 && state.end == RF_MOVING; ++k) {
        const ReportedStep step(world.scene, state);
        ++steps;
        unconverged += step.report.converged == 0;
        for (uint32_t c = 0; c < step.report.contact_count; ++c) {
          fastest = std::fmax(fastest, -step.contacts[c].velocity_after[0]);
          deepest = std::fmax(deepest, -step.contacts[c].gap);
        }
      }
    }
    CHECK(steps > 2000);
    CHECK(unconverged < 0.001 * steps);
    CHECK(fastest < 0.05);
    CHECK(deepest < 0.05);
  }
}
