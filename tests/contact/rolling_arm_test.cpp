#include "contact/rolling_arm.h"

#include <doctest/doctest.h>

#include "numerics/linear.h"

using rockfall::Vec3;

namespace {

double arm(double rolling_resistance, const Vec3& normal, const Vec3& position, const Vec3& place) {
  return rockfall::rolling_arm(rolling_resistance, rockfall::height_over(normal, position, place));
}

}  // namespace

TEST_CASE("the arm of rolling resistance is mu_R times the height of S over the contact along its normal") {
  const Vec3 s(3, -1, 2), up(0, 0, 1);
  CHECK(arm(0.3, up, s, Vec3(5, 7, 1.5)) == doctest::Approx(0.15).epsilon(1e-15));
  const Vec3 normal(0.6, 0, 0.8);
  CHECK(arm(0.3, normal, s, Vec3(2, -4, 1)) == doctest::Approx(0.3 * (0.6 + 0.8)).epsilon(1e-15));
  CHECK(arm(0.0, up, s, Vec3(5, 7, 1.5)) == 0);
}

TEST_CASE("a contact at the height of S or above it has no arm of rolling resistance") {
  const Vec3 up(0, 0, 1), s(0, 0, 0);
  CHECK(arm(0.3, up, s, Vec3(0, 0, 0.5)) == 0);
  CHECK(arm(0.3, up, s, Vec3(1, 0, 0)) == 0);
}
