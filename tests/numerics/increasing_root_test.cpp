#include "numerics/increasing_root.h"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

namespace {

struct Root {
  double x = 0;
  int evaluations = 0;
};

template <class Function>
Root root_of(double low, double high, double accuracy, int most, Function function) {
  Root root;
  rockfall::find_increasing_root(low, function(low), high, function(high), accuracy, most, [&](double x) {
    root.x = x;
    ++root.evaluations;
    return function(x);
  });
  return root;
}

}  // namespace

TEST_CASE("the root of a smooth increasing function is found in few evaluations, and evaluated last") {
  const Root root = root_of(0, 10, 1e-14, 60, [](double x) { return x * x * x - 2; });
  CHECK(root.x == doctest::Approx(std::cbrt(2.0)).epsilon(1e-14));
  CHECK(root.evaluations <= 20);
  CHECK(root_of(-3, 5, 1e-14, 60, [](double x) { return 4 * x - 1; }).evaluations == 1);
}

TEST_CASE("a function that is flat at one end, or jumps, halves the interval with every third evaluation") {
  const Root flat = root_of(0, 1, 1e-42, 150, [](double x) { return std::pow(x, 30) - 1e-30; });
  CHECK(flat.x == doctest::Approx(0.1).epsilon(1e-9));
  const Root jump = root_of(0, 1, 0, 60, [](double x) { return x < 0.3 ? -1e-9 : 1e9; });
  CHECK(std::fabs(jump.x - 0.3) < std::ldexp(1.0, -19));
}

TEST_CASE("the number of evaluations is bounded") {
  for (const int most : {1, 5, 30}) {
    CHECK(root_of(0, 1, 0, most, [](double x) { return x < 0.3 ? -1e-9 : 1e9; }).evaluations <= most);
  }
}
