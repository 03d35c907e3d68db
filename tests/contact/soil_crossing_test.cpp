#include "contact/soil_crossing.h"

#include <doctest/doctest.h>

using rockfall::was_above;

TEST_CASE("a vertex has entered the soil in a step if its path on a straight line began above the surface") {
  // 4 m/s are 0.008 m in a step of 0.002 s.
  CHECK_FALSE(was_above(-0.01, 4.0, 0.0, 0.002));
  CHECK(was_above(-0.007, 4.0, 0.0, 0.002));
  CHECK_FALSE(was_above(-0.008, 4.0, 0.0, 0.002));
  CHECK(was_above(-0.01, 4.0, 0.0, 0.003));
  CHECK_FALSE(was_above(-0.001, -4.0, 0.0, 0.002));
}

TEST_CASE("a vertex of a turning rock has entered the soil where its curved path began above the surface") {
  // 1/2 300 dt2 = 0.0006 m.
  CHECK_FALSE(was_above(-0.0085, 4.0, 0.0, 0.002));
  CHECK(was_above(-0.0085, 4.0, 300.0, 0.002));
  CHECK_FALSE(was_above(-0.0087, 4.0, 300.0, 0.002));
  CHECK_FALSE(was_above(-0.0075, 4.0, -300.0, 0.002));
}
