#include "support/scenes.h"

using namespace support;

namespace {

// The trajectory of a rock down a rough slope with the given world coordinates of the local origin.
rf_state run(const double origin[3], double x0, double y0, int steps) {
  Random random(41);
  OnGrid on(shape_rock(RF_SHAPE_RANDOM, 1, 1.2, 0.9, 30, 2), 40, 40, 1);
  on.roughen(random, -0.8, 0, 0.3);
  on.grid.x0 = x0;
  on.grid.y0 = y0;
  for (int k = 0; k < 3; ++k) on.grid.origin[k] = origin[k];
  on.renew();
  for (int k = 0; k < 3; ++k) CHECK(on.scene.terrain.origin[k] == origin[k]);
  rf_state state = rf_default_state();
  state.position[0] = x0 + 5;
  state.position[1] = y0 + 20;
  state.angular_velocity[1] = 2;
  REQUIRE(rf_place_above_ground(&on.scene, &state, 1, nullptr) == RF_OK);
  for (int i = 0; i < steps; ++i) REQUIRE(rf_step(&on.scene, &state, nullptr) == RF_OK);
  return state;
}

}  // namespace

TEST_CASE("a slope in national coordinates with a local origin gives the same bits") {
  const double zero_origin[3] = {0, 0, 0}, national_origin[3] = {2.7e6, 1.2e6, 1500};
  const rf_state a = run(zero_origin, 0, 0, 1500), b = run(national_origin, 0, 0, 1500);
  CHECK(a.slippage > 0);  // it slipped on the ground
  CHECK(same_bits(a, b));
}

TEST_CASE("without a local origin the flight in national coordinates agrees to rounding") {
  const double zero_origin[3] = {0, 0, 0};
  const rf_state a = run(zero_origin, 0, 0, 150), b = run(zero_origin, 2.7e6, 1.2e6, 150);
  CHECK(a.slippage == 0);
  CHECK(std::fabs(b.position[0] - 2.7e6 - a.position[0]) < 1e-7);
  CHECK(std::fabs(b.position[2] - a.position[2]) < 1e-7);
}

TEST_CASE("as far from the origin as a grid may be, rocks get the same bits stepped together and alone") {
  for (const double far : {1e9, 3e10, 9e10}) {
    CAPTURE(far);
    OnGrid on(shape_rock(RF_SHAPE_EOTA, 1, 1, 1), 401, 41, 1);
    Random random(43);
    on.roughen(random, -0.7, 0, 0);
    on.grid.x0 = on.grid.y0 = far;
    on.scene.settings.stop_speed = 0;
    on.renew();
    std::vector<rf_state> alone(128);
    for (uint32_t i = 0; i < alone.size(); ++i) {
      alone[i] = rf_default_state();
      rf_random_orientation(3, i, 0, alone[i].orientation);
      alone[i].position[0] = far + 20.3 + 0.5 * i;
      alone[i].position[1] = far + 20.7;
      REQUIRE(rf_place_above_ground(&on.scene, &alone[i], 0.5, nullptr) == RF_OK);
    }
    std::vector<rf_state> together = alone;
    step_one_by_one(on.scene, alone, 2000);
    REQUIRE(rf_step_many(&on.scene, together.data(), 128, 2000, nullptr, nullptr) == RF_OK);
    check_same_bits(alone, together);
  }
}
