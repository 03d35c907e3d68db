#include "numerics/elementary.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace rockfall;

namespace {

double sine(double x) { return sine_cosine(x).sine; }
double cosine(double x) { return sine_cosine(x).cosine; }

constexpr double kMaxError = 4.5e-16;

double relative(double value, long double exact) {
  if (exact == 0.0L) return std::fabs(value);
  return static_cast<double>(std::fabs((static_cast<long double>(value) - exact) / exact));
}

template <class Check>
void sweep(double from, double to, int count, Check check) {
  for (int i = 0; i <= count; ++i) check(from + (to - from) * i / count);
}

}  // namespace

TEST_CASE("the error of sine and cosine is below the documented bound") {
  double worst = 0;
  const auto check = [&](double x) {
    const SineCosine sc = sine_cosine(x);
    worst = std::max(worst, static_cast<double>(std::fabs(sc.sine - std::sin(static_cast<long double>(x)))));
    worst = std::max(worst, static_cast<double>(std::fabs(sc.cosine - std::cos(static_cast<long double>(x)))));
  };
  sweep(-10, 10, 400000, check);
  sweep(-1e5, 1e5, 400000, check);
  sweep(-1e-8, 1e-8, 1000, check);
  CHECK(worst < kMaxError);
}

TEST_CASE("sine and cosine return NaN for angles that cannot be reduced exactly") {
  CHECK(std::isnan(sine(1.1e5)));
  CHECK(std::isnan(cosine(std::numeric_limits<double>::infinity())));
  CHECK(std::isnan(sine(std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("the error of the arc tangent is below the documented bound over its whole range") {
  double worst = 0;
  const auto check = [&](double x) {
    worst = std::max(worst, relative(arctangent(x), std::atan(static_cast<long double>(x))));
  };
  sweep(-3, 3, 600000, check);
  sweep(-1e4, 1e4, 200000, check);
  sweep(1e-12, 1e-6, 1000, check);
  check(1e300);
  CHECK(worst < kMaxError);
  CHECK(arctangent(std::numeric_limits<double>::infinity()) == doctest::Approx(kPi / 2).epsilon(1e-15));
  CHECK(arctangent(0.0) == 0.0);
  CHECK(std::isnan(arctangent(std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("the error of the exponential is below the documented bound over its whole range") {
  double worst = 0;
  const auto check = [&](double x) {
    worst = std::max(worst, relative(exponential(x), std::exp(static_cast<long double>(x))));
  };
  sweep(-708, 709.7, 700000, check);
  sweep(-2, 2, 400000, check);
  CHECK(worst < kMaxError);
  CHECK(exponential(0.0) == 1.0);
  CHECK(exponential(-1000.0) == 0.0);
  CHECK(std::isinf(exponential(710.0)));
}

TEST_CASE("the half angle agrees with sine and cosine on both sides of its change of method") {
  double worst = 0;
  sweep(1e-6, 6.0, 300000, [&](double phi) {
    const HalfAngle h = half_angle(phi * phi);
    const long double exact = phi;
    worst = std::max(worst, static_cast<double>(std::fabs(h.cosine - std::cos(exact / 2))));
    worst = std::max(worst, static_cast<double>(std::fabs(h.sine_over_angle * exact - std::sin(exact / 2))));
  });
  CHECK(worst < 2 * kMaxError);
  CHECK(half_angle(0.0).cosine == 1.0);
  CHECK(half_angle(0.0).sine_over_angle == 0.5);
}

namespace {

/// True for equal bits; false for NaN.
bool same(double a, double b) { return a == b && std::signbit(a) == std::signbit(b); }

constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
constexpr double kSmallestNormal = std::numeric_limits<double>::min();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("sine and arc tangent are exactly odd and cosine is exactly even") {
  int mismatches = 0;
  const auto check = [&](double x) {
    mismatches += !same(sine(-x), -sine(x)) || !same(cosine(-x), cosine(x)) || !same(arctangent(-x), -arctangent(x));
  };
  sweep(1e-3, 300, 100000, check);
  for (double x = kSmallest; x < 9e4; x *= 1.7) check(x);
  CHECK(mismatches == 0);
}

TEST_CASE("sine and arc tangent of tiny angles equal the angle") {
  for (const double x : {kSmallest, kSmallestNormal, 1e-300, 1e-20, 1e-9}) {
    CAPTURE(x);
    CHECK(sine(x) == x);
    CHECK(cosine(x) == 1.0);
    CHECK(arctangent(x) == x);
    CHECK(exponential(x) == doctest::Approx(1.0 + x).epsilon(1e-16));
  }
  CHECK(sine(0.0) == 0.0);
}

TEST_CASE("the error of sine and cosine is below the bound next to multiples of a quarter turn") {
  double worst = 0;
  for (int k = -63661; k <= 63661; k += 7) {  // |x| up to 1e5
    double x = k * (kPi / 2);
    for (int i = 0; i < 3; ++i, x = std::nextafter(x, 2e5)) {
      if (std::fabs(x) > 1e5) continue;
      const SineCosine sc = sine_cosine(x);
      worst = std::max(worst, static_cast<double>(std::fabs(sc.sine - std::sin(static_cast<long double>(x)))));
      worst = std::max(worst, static_cast<double>(std::fabs(sc.cosine - std::cos(static_cast<long double>(x)))));
    }
  }
  CHECK(worst < kMaxError);
}

TEST_CASE("sine squared and cosine squared add up to one") {
  double worst = 0;
  sweep(-1e5, 1e5, 200000, [&](double x) {
    const SineCosine sc = sine_cosine(x);
    worst = std::max(worst, std::fabs(sc.sine * sc.sine + sc.cosine * sc.cosine - 1.0));
  });
  CHECK(worst < 1e-15);
}

TEST_CASE("the error of the arc tangent is below the bound where its table entry or branch changes") {
  double worst = 0;
  for (int k = 0; k <= 16; ++k) {
    for (double x : {(k + 0.5) / 8.0, k / 8.0, 8.0 / (k + 0.5)}) {
      for (int i = 0; i < 8; ++i) x = std::nextafter(x, 0.0);
      for (int i = 0; i < 16; ++i, x = std::nextafter(x, 1e3)) {
        worst = std::max(worst, relative(arctangent(x), std::atan(static_cast<long double>(x))));
      }
    }
  }
  CHECK(worst < kMaxError);
  CHECK(arctangent(-kInfinity) == -arctangent(kInfinity));
  CHECK(arctangent(1.0) == kPi / 4);
}

TEST_CASE("the exponential is correct at the ends of its range and near zero") {
  CHECK(exponential(-kInfinity) == 0.0);
  CHECK(exponential(kInfinity) == kInfinity);
  CHECK(std::isnan(exponential(std::numeric_limits<double>::quiet_NaN())));
  CHECK(exponential(-708.4) == 0.0);
  CHECK(exponential(-708.38) >= kSmallestNormal);
  CHECK(exponential(709.78) < kInfinity);
  double worst = 0, x = 709.782712893384;
  for (int i = 0; i < 1000; ++i, x = std::nextafter(x, 0.0)) {
    worst = std::max(worst, relative(exponential(x), std::exp(static_cast<long double>(x))));
  }
  sweep(-1e-3, 1e-3, 100000, [&](double small) {
    worst = std::max(worst, relative(exponential(small), std::exp(static_cast<long double>(small))));
  });
  CHECK(worst < kMaxError);
}

TEST_CASE("the half angle is correct for tiny angles and for many turns") {
  for (const double squared : {kSmallest, 1e-300, 1e-20}) {
    CHECK(half_angle(squared).cosine == 1.0);
    CHECK(half_angle(squared).sine_over_angle == 0.5);
  }
  double worst = 0;
  sweep(6.0, 1000.0, 100000, [&](double phi) {
    const HalfAngle h = half_angle(phi * phi);
    const double length = h.cosine * h.cosine + h.sine_over_angle * h.sine_over_angle * phi * phi;
    worst = std::max(worst, std::fabs(length - 1.0));
  });
  CHECK(worst < 2e-15);
}
