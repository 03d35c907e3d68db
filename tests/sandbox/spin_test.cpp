#include <doctest/doctest.h>
#include <rockfall/step.h>

#include <cmath>

#include "common/error.h"
#include "spin/comparison.h"

namespace {

const std::vector<sandbox::RotationResult>& results() {
  static const std::vector<sandbox::RotationResult> all = sandbox::compare_rotations({0.02, 0.01}, 20000, true);
  return all;
}

const sandbox::RotationResult& result(std::int32_t scheme, double time_step) {
  for (const sandbox::RotationResult& r : results()) {
    if (r.scheme == scheme && r.time_step == time_step) return r;
  }
  throw sandbox::RunError("the comparison lacks a scheme");
}

}  // namespace

TEST_CASE("the comparison of rotation schemes contains every scheme with every time step") {
  CHECK(results().size() == 2 * RF_SCHEME_COUNT);
  for (const sandbox::RotationResult& r : results()) {
    CHECK(r.cost > 1);
    CHECK(r.energy_drift < 1e-11);
  }
}

TEST_CASE("flip times are exact, of second order or wrong in exact, implicit and director, and explicit scheme") {
  CHECK(result(RF_SCHEME_EXACT, 0.01).flip_error < 1e-6);
  CHECK(result(RF_SCHEME_EXACT, 0.01).angle_error < 1e-5);
  for (const std::int32_t scheme : {RF_SCHEME_IMPLICIT, RF_SCHEME_DIRECTOR}) {
    CHECK(result(scheme, 0.01).flips == 4);
    CHECK(result(scheme, 0.02).flip_error / result(scheme, 0.01).flip_error == doctest::Approx(4).epsilon(0.05));
    CHECK(result(scheme, 0.01).momentum_drift < 1e-11);
  }
  CHECK(result(RF_SCHEME_IMPLICIT, 0.01).flip_error < 7e-3);
  CHECK(result(RF_SCHEME_EXPLICIT, 0.01).flips != 4);
  CHECK(std::isnan(result(RF_SCHEME_EXPLICIT, 0.01).flip_error));
  CHECK(result(RF_SCHEME_EXPLICIT, 0.01).momentum_drift > 0.1);
}
