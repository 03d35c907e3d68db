#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "determinism/world.h"

using namespace determinism;

namespace {

// A box of 1 x 2 x 3 m above the ground.
struct BoxInAir {
  World world;
  rf_state state;
  rf_rock_properties rock;
  BoxInAir() {
    const uint32_t box = world.add_box(3, 2, 1);
    world.use_plane(0, rf_default_ground());
    world.drop(box, 1, 2, 10);
    state = world.states[0];
    REQUIRE(rf_rock_get(world.scene.rocks[0], &rock) == RF_OK);
  }
};

}  // namespace

TEST_CASE("an impulse changes the momentum by itself and the angular momentum by its moment about S") {
  BoxInAir f;
  f.state.angular_velocity[1] = 2;
  double before[3], after[3];
  REQUIRE(rf_angular_momentum(&f.world.scene, &f.state, before) == RF_OK);
  const double impulse[3] = {1000, -2000, 500};
  double point[3];
  const double arm[3] = {0.3, -0.2, 0.7};
  for (int k = 0; k < 3; ++k) point[k] = f.state.position[k] + arm[k];
  REQUIRE(rf_apply_impulse(&f.world.scene, &f.state, impulse, point, nullptr) == RF_OK);
  REQUIRE(rf_angular_momentum(&f.world.scene, &f.state, after) == RF_OK);
  for (int k = 0; k < 3; ++k) {
    CHECK(f.state.velocity[k] * f.rock.mass == doctest::Approx(impulse[k]).epsilon(1e-14));
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    CHECK(after[k] - before[k] == doctest::Approx(arm[i] * impulse[j] - arm[j] * impulse[i]).epsilon(1e-11));
  }
}

TEST_CASE("two opposite impulses at two points turn a rock and do not move S") {
  BoxInAir f;
  double before[3], after[3];
  REQUIRE(rf_angular_momentum(&f.world.scene, &f.state, before) == RF_OK);
  const rf_state start = f.state;
  const double impulse[3] = {0, 0, 250}, opposite[3] = {0, 0, -250};
  double right[3], left[3];
  for (int k = 0; k < 3; ++k) right[k] = left[k] = start.position[k];
  right[0] += 1;
  left[0] -= 1;
  REQUIRE(rf_apply_impulse(&f.world.scene, &f.state, impulse, right, nullptr) == RF_OK);
  REQUIRE(rf_apply_impulse(&f.world.scene, &f.state, opposite, left, nullptr) == RF_OK);
  REQUIRE(rf_angular_momentum(&f.world.scene, &f.state, after) == RF_OK);
  const double expected[3] = {0, -500, 0};
  for (int k = 0; k < 3; ++k) {
    CHECK(f.state.velocity[k] == doctest::Approx(start.velocity[k]));
    CHECK(after[k] - before[k] == doctest::Approx(expected[k]));
  }
}

TEST_CASE("the velocity of a point of a rock is its displacement in flight over a short time") {
  BoxInAir f;
  f.world.scene.settings.time_step = 1e-6;
  f.world.scene.settings.gravity = 0;
  const double spin[3] = {3, -2, 1}, flight[3] = {5, 6, -7}, half[3] = {0.5, 1, 1.5};  // of the box in K, a corner
  for (int k = 0; k < 3; ++k) {
    f.state.angular_velocity[k] = spin[k];
    f.state.velocity[k] = flight[k];
  }
  rf_state next = f.state;
  REQUIRE(rf_step(&f.world.scene, &next, nullptr) == RF_OK);
  const auto corner = [&](const rf_state& state, double* point) {
    const double* const q = state.orientation;
    const double u[3] = {q[2] * half[2] - q[3] * half[1], q[3] * half[0] - q[1] * half[2],
                         q[1] * half[1] - q[2] * half[0]};
    const double w[3] = {q[2] * u[2] - q[3] * u[1], q[3] * u[0] - q[1] * u[2], q[1] * u[1] - q[2] * u[0]};
    for (int k = 0; k < 3; ++k) point[k] = state.position[k] + half[k] + 2 * (q[0] * u[k] + w[k]);
  };
  double from[3], to[3], velocity[3];
  corner(f.state, from);
  corner(next, to);
  REQUIRE(rf_point_velocity(&f.state, from, velocity) == RF_OK);
  for (int k = 0; k < 3; ++k) CHECK(std::fabs((to[k] - from[k]) / 1e-6 - velocity[k]) < 1e-4);
  REQUIRE(rf_point_velocity(&f.state, f.state.position, velocity) == RF_OK);
  for (int k = 0; k < 3; ++k) CHECK(velocity[k] == flight[k]);

  const double lost[3] = {0, std::numeric_limits<double>::quiet_NaN(), 0}, far[3] = {1.7e308, -1.7e308, 1.7e308};
  CHECK(rf_point_velocity(&f.state, lost, velocity) == RF_BAD_VALUE);
  CHECK(rf_point_velocity(&f.state, far, velocity) == RF_BAD_VALUE);
  CHECK(velocity[0] == flight[0]);
  next.velocity[0] = lost[1];
  CHECK(rf_point_velocity(&next, from, velocity) == RF_BAD_VALUE);
  CHECK(rf_point_velocity(nullptr, from, velocity) == RF_NULL_ARGUMENT);
  CHECK(rf_point_velocity(&f.state, nullptr, velocity) == RF_NULL_ARGUMENT);
  CHECK(rf_point_velocity(&f.state, from, nullptr) == RF_NULL_ARGUMENT);
}

TEST_CASE("an impulse at S does not rotate the rock and makes a stopped rock move") {
  BoxInAir f;
  f.state.end = RF_ENDED_STOPPED;
  f.state.still_time = 0.7;
  const double impulse[3] = {0, 0, 1};
  REQUIRE(rf_apply_impulse(&f.world.scene, &f.state, impulse, nullptr, nullptr) == RF_OK);
  CHECK(f.state.end == RF_MOVING);
  CHECK(f.state.still_time == 0);
  for (const double w : f.state.angular_velocity) CHECK(w == 0);
}

TEST_CASE("a bad impulse is refused and does not change the rock") {
  BoxInAir f;
  rf_error error;
  const double bad[3] = {0, std::numeric_limits<double>::infinity(), 0}, huge[3] = {1e308, 0, 0}, one[3] = {1, 0, 0};
  CHECK(rf_apply_impulse(&f.world.scene, &f.state, bad, nullptr, &error) == RF_BAD_VALUE);
  CHECK(std::string(error.text).find("impulse[1]") == 0);
  CHECK(rf_apply_impulse(&f.world.scene, &f.state, one, bad, &error) == RF_BAD_VALUE);
  const double far[3] = {0, 1e308, 0};
  CHECK(rf_apply_impulse(&f.world.scene, &f.state, huge, far, &error) == RF_BAD_VALUE);
  CHECK(rf_apply_impulse(&f.world.scene, &f.state, nullptr, nullptr, &error) == RF_NULL_ARGUMENT);
  CHECK(f.state.velocity[0] == 0);
  f.state.end = RF_ENDED_LEFT_TERRAIN;
  CHECK(rf_apply_impulse(&f.world.scene, &f.state, one, nullptr, &error) == RF_BAD_VALUE);
  CHECK(f.state.velocity[0] == 0);
}
