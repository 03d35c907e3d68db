#include <doctest/doctest.h>

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
