#include "contact/laws.h"

#include <doctest/doctest.h>
#include <rockfall/rockfall.h>

#include <cmath>

#include "support/random.h"

using namespace rockfall;
using namespace support;

TEST_CASE("friction grows with slippage as an arc tangent from mu_min to mu_max") {
  Random random(81);
  for (int i = 0; i < 2000; ++i) {
    rf_ground ground = rf_default_ground();
    ground.mu_min = random.between(0, 1);
    ground.mu_max = ground.mu_min + random.between(0, 2);
    ground.kappa = random.between(0, 5);
    const double s = std::pow(10.0, random.between(-6, 6));
    const double expected =
        ground.mu_min + 2 / std::acos(-1.0) * (ground.mu_max - ground.mu_min) * std::atan(ground.kappa * s);
    CHECK(slippage_friction(ground, s) == doctest::Approx(expected).epsilon(1e-14));
    CHECK(rf_ground_friction(&ground, s) == slippage_friction(ground, s));
    CHECK(slippage_friction(ground, 0) == ground.mu_min);
    CHECK(slippage_friction(ground, s) <= ground.mu_max * (1 + 1e-15));
    CHECK(slippage_friction(ground, 1.1 * s) >= slippage_friction(ground, s));
  }
}

TEST_CASE("friction is the mean of mu_min and mu_max at slippage 1 / kappa and mu_max at large slippage") {
  rf_ground ground = rf_default_ground();
  ground.mu_min = 0.2;
  ground.mu_max = 2;
  ground.kappa = 4;
  CHECK(slippage_friction(ground, 0.25) == doctest::Approx(1.1).epsilon(1e-15));
  CHECK(slippage_friction(ground, 1e300) == doctest::Approx(2).epsilon(1e-15));
  ground.kappa = 0;
  CHECK(slippage_friction(ground, 1e300) == 0.2);
  CHECK(rf_ground_friction(nullptr, 1) == 0);
}

TEST_CASE("a coefficient of friction above 1e5 acts as 1e5") {
  rf_ground ground = rf_default_ground();
  ground.mu_min = 0.5;
  ground.mu_max = 1e20;
  ground.kappa = 1;
  CHECK(slippage_friction(ground, 0) == 0.5);
  CHECK(slippage_friction(ground, 1) == 1e5);
  ground.mu_min = 1e20;
  CHECK(slippage_friction(ground, 0) == 1e5);
}
