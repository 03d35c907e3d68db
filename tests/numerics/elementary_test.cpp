#include "numerics/elementary.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace rockfall;

namespace {

constexpr double kStatedError = 4.5e-16;

double relative(double value, long double exact) {
  if (exact == 0.0L) return std::fabs(value);
  return static_cast<double>(std::fabs((static_cast<long double>(value) - exact) / exact));
}

template <class Check>
void sweep(double from, double to, int count, Check check) {
  for (int i = 0; i <= count; ++i) check(from + (to - from) * i / count);
}

}  // namespace

TEST_CASE("sine and cosine stay within the stated error of the exact values") {
  double worst = 0;
  const auto check = [&](double x) {
    const SineCosine sc = sine_cosine(x);
    worst = std::max(worst, static_cast<double>(std::fabs(sc.sine - std::sin(static_cast<long double>(x)))));
    worst = std::max(worst, static_cast<double>(std::fabs(sc.cosine - std::cos(static_cast<long double>(x)))));
  };
  sweep(-10, 10, 400000, check);
  sweep(-1e5, 1e5, 400000, check);
  sweep(-1e-8, 1e-8, 1000, check);
  CHECK(worst < kStatedError);
}

TEST_CASE("sine and cosine refuse angles that cannot be reduced exactly") {
  CHECK(std::isnan(sine(1.1e5)));
  CHECK(std::isnan(cosine(std::numeric_limits<double>::infinity())));
  CHECK(std::isnan(sine(std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("the arc tangent stays within the stated error, at the ends too") {
  double worst = 0;
  const auto check = [&](double x) {
    worst = std::max(worst, relative(arctangent(x), std::atan(static_cast<long double>(x))));
  };
  sweep(-3, 3, 600000, check);
  sweep(-1e4, 1e4, 200000, check);
  sweep(1e-12, 1e-6, 1000, check);
  check(1e300);
  CHECK(worst < kStatedError);
  CHECK(arctangent(std::numeric_limits<double>::infinity()) == doctest::Approx(kPi / 2).epsilon(1e-15));
  CHECK(arctangent(0.0) == 0.0);
  CHECK(std::isnan(arctangent(std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("the exponential stays within the stated error over its whole range") {
  double worst = 0;
  const auto check = [&](double x) {
    worst = std::max(worst, relative(exponential(x), std::exp(static_cast<long double>(x))));
  };
  sweep(-708, 709.7, 700000, check);
  sweep(-2, 2, 400000, check);
  CHECK(worst < kStatedError);
  CHECK(exponential(0.0) == 1.0);
  CHECK(exponential(-1000.0) == 0.0);
  CHECK(std::isinf(exponential(710.0)));
}

TEST_CASE("the half angle agrees with sine and cosine across its change of method") {
  double worst = 0;
  sweep(1e-6, 6.0, 300000, [&](double phi) {
    const HalfAngle h = half_angle(phi * phi);
    const long double exact = phi;
    worst = std::max(worst, static_cast<double>(std::fabs(h.cosine - std::cos(exact / 2))));
    worst = std::max(worst, static_cast<double>(std::fabs(h.sine_over_angle * exact - std::sin(exact / 2))));
  });
  CHECK(worst < 2 * kStatedError);
  CHECK(half_angle(0.0).cosine == 1.0);
  CHECK(half_angle(0.0).sine_over_angle == 0.5);
}
