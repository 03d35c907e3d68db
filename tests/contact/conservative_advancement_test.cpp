#include "contact/conservative_advancement.h"

#include <doctest/doctest.h>
#include <rockfall/body.h>

#include <cmath>

#include "step/moreau_step.h"
#include "support/scenes.h"

using namespace support;
using rockfall::GroundQuery;
using rockfall::Slopes;

namespace {

// Slopes of all ground that the rock can reach within kMaxClearSteps steps.
Slopes slopes_around(const OnGrid& world, const rf_state& state) {
  const double distance =
      rockfall::kMaxClearSteps * world.scene.settings.time_step * 20 + 2 * world.rock.get()->bounding_radius;
  const double* x = state.position;
  const rf_rectangle area = {x[0] - distance, x[1] - distance, x[0] + distance, x[1] + distance};
  const rf_terrain& terrain = world.scene.terrain;
  rf_upper_plane plane;
  terrain.upper_plane(terrain.user, &area, &plane);
  return {plane.slope_x, plane.slope_y, plane.slope_spread};
}

struct Count {
  uint32_t touched = 0, flights = 0, predicted_steps = 0;
};

// Checks that the predicted clear steps have no contact.
void check_prediction(const OnGrid& world, rf_state state, Count& count) {
  rf_step_report report = {};
  const rf_state before = state;
  const rockfall::QueryInput input = {slopes_around(world, state), false,   nullptr, nullptr, nullptr, nullptr,
                                      &rockfall::kBaselineKernels, nullptr, false};
  const GroundQuery query =
      rockfall::query_ground(*world.rock.get(), world.scene.terrain, world.scene.settings, input, state, nullptr);
  if (query.outcome == GroundQuery::Outcome::stepped) {
    ++count.touched;
    return;
  }
  CHECK(same_bits(state, before));
  ++count.flights;
  count.predicted_steps += query.clear_steps;
  for (uint32_t i = 0; i <= query.clear_steps; ++i) {
    REQUIRE(rf_step(&world.scene, &state, &report) == RF_OK);
    if (state.end != RF_MOVING) return;
    CHECK(report.contact_count == 0);
  }
}

Count fly_many(int32_t shape, double x, double y, double z, double cell, double bump, double time_step) {
  OnGrid world(shape_rock(shape, x, y, z, 24), 121, 121, cell);
  Random random(static_cast<uint64_t>(1000 * cell + 10 * x + shape));
  world.roughen(random, -0.7, 0.2, bump);
  world.scene.settings.time_step = time_step;
  Count count;
  for (int i = 0; i < 400; ++i) {
    const double middle = 60 * cell;
    rf_state state = random_state(random, random.between(0.9, 1.1) * middle, random.between(0.9, 1.1) * middle, 0, 12,
                                  random.between(0, 60));
    const double near = random.between(0, 0.6);
    if (rf_place_above_ground(&world.scene, &state, near * near * near, nullptr) != RF_OK) continue;
    check_prediction(world, state, count);
  }
  return count;
}

}  // namespace

TEST_CASE("a rock has no contact in the steps predicted to be clear") {
  for (const double time_step : {0.0005, 0.002, 0.01}) {
    CAPTURE(time_step);
    const Count coarse = fly_many(RF_SHAPE_EOTA, 0.9, 0.9, 0.5, 2.0, 0.15, time_step);
    const Count fine = fly_many(RF_SHAPE_EOTA, 1.0, 1.2, 0.8, 0.2, 0.05, time_step);
    const Count finest = fly_many(RF_SHAPE_EOTA, 0.6, 0.7, 0.4, 0.05, 0.01, time_step);
    const Count needle = fly_many(RF_SHAPE_BOX, 0.1, 0.1, 1.5, 0.5, 0.1, time_step);
    for (const Count& count : {coarse, fine, finest, needle}) {
      CHECK(count.flights > 100);
      CHECK(count.touched > 5);
    }
    // The prediction is not trivial.
    if (time_step < 0.01) CHECK(coarse.predicted_steps > 2 * coarse.flights);
  }
}

TEST_CASE("a spike below the middle of a face ends the steps predicted to be clear, whatever the cells") {
  for (const double cell : {0.1, 0.5}) {
    CAPTURE(cell);
    OnGrid world(box_rock(2, 2, 2), 201, 201, cell);
    world.at(100, 100) = 0.3;
    world.renew();
    rf_state state = rf_default_state();
    state.position[0] = state.position[1] = 100 * cell;
    state.position[2] = 1.5;
    state.velocity[2] = -10;
    Count count;
    check_prediction(world, state, count);
    CHECK(count.flights == 1);
    CHECK(count.predicted_steps >= 5);  // of 9 until the face is at the spike
  }
}

TEST_CASE("the bound of the angular velocity holds in torque-free rotation") {
  const Rock plate = shape_rock(RF_SHAPE_BOX, 1.0, 0.7, 0.2, 8);
  const rf_rock& rock = *plate.get();
  Random random(7);
  for (int i = 0; i < 20; ++i) {
    rf_state state = random_state(random, 0, 0, 100, 0, 20);
    const rockfall::Vec3 omega = rockfall::load3(state.angular_velocity);
    const rockfall::FlightBounds flight =
        rockfall::flight_bounds(rock, rockfall::Vec3(0, 0, 0), omega, 0.001, 9.81, true);
    double fastest = 0, slowest = 1e300;
    for (int step = 0; step < 4000; ++step) {
      REQUIRE(rf_free_rotation(RF_SCHEME_EXACT, rock.inertia, 0.001, 1, state.orientation, state.angular_velocity,
                               nullptr) == RF_OK);
      const double speed = rockfall::load3(state.angular_velocity).norm();
      fastest = std::fmax(fastest, speed);
      slowest = std::fmin(slowest, speed);
    }
    CHECK(fastest <= flight.max_angular_speed * (1 + 1e-9));
    CHECK(flight.max_angular_speed < 2.5 * slowest);
  }
}

TEST_CASE("clear_steps_within returns the largest number of steps that leaves some clearance") {
  for (const double loss : {-0.1, 0.0, 0.003, 0.02}) {
    for (const double curvature : {0.0, 1e-5, 1e-3}) {
      const double clearance = 0.07, steps = rockfall::clear_steps_within(clearance, loss, curvature);
      CAPTURE(loss);
      CAPTURE(curvature);
      CHECK(steps >= 0);
      CHECK(steps <= rockfall::kMaxClearSteps);
      const double lost = std::fmax(loss, -curvature);  // ground that recedes is treated as constant
      CHECK(clearance - steps * lost - steps * (steps + 1) * curvature > 0);
      const double more = steps + 1e-3;
      if (steps < rockfall::kMaxClearSteps) CHECK(clearance - more * lost - more * (more + 1) * curvature < 0);
    }
  }
}
