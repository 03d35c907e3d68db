#include "numerics/roots.h"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>

#include "support/random.h"

using namespace rockfall;

TEST_CASE("cube and fifth roots have relative errors below 1e-15 over the range of doubles") {
  support::Random random(3);
  double worst_cube = 0, worst_fifth = 0;
  for (int i = 0; i < 20000; ++i) {
    const double x = std::pow(10.0, random.between(-200, 200));
    const double cube = cube_root(x), fifth = fifth_root(x);
    worst_cube = std::fmax(worst_cube, std::fabs(cube / std::cbrt(x) - 1));
    worst_fifth = std::fmax(worst_fifth, std::fabs(fifth * fifth * fifth * fifth * fifth / x - 1));
  }
  CHECK(worst_cube < 1e-15);
  CHECK(worst_fifth < 5e-15);
}

TEST_CASE("roots of zero, negative and non-finite numbers end at once") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (double (*root)(double) : {cube_root, fifth_root}) {
    CHECK(root(0) == 0);
    CHECK(root(-1) == 0);
    CHECK(root(std::nan("")) == 0);
    CHECK(root(infinity) == infinity);
    CHECK(root(1) == 1);
    CHECK(root(std::numeric_limits<double>::denorm_min()) > 0);
  }
}
