#include "numerics/elementary.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "numerics/arctangent_of.h"
#include "numerics/half_angle.h"

namespace rockfall {
namespace {

// Nearest integer for |x| < 2^51, ties to even: adding 1.5 * 2^52 leaves no bits for the fraction.
double nearest(double x) {
  const double shift = 6755399441055744.0;
  return (x + shift) - shift;
}

double power_of_two(int k) {
  const uint64_t bits = static_cast<uint64_t>(k + 1023) << 52;
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

}  // namespace

SineCosine sine_cosine(double x) {
  if (!(std::fabs(x) <= 1e5)) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan};
  }
  // pi/2 in three parts; the first two have 33 bits, so that their products with k are exact.
  const double k = nearest(x * 0.6366197723675814);
  const double a = x - k * 1.5707963267341256;
  const double b = k * 6.077100506303966e-11;
  const double high = a - b;
  const double r = high + (((a - high) - b) - k * 2.0222662487959506e-21);
  const double y = r * r;
  const double s = r + r * (y * sine_series(y));
  const double half = 0.5 * y;
  const double one_minus_half = 1.0 - half;
  const double c = one_minus_half + (((1.0 - one_minus_half) - half) + y * y * cosine_series(y));
  switch (static_cast<int64_t>(k) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

double arctangent(double x) {
  if (x != x) return x;
  const double angle = arctangent_of_positive(std::fabs(x));
  return x < 0 ? -angle : angle;
}

double exponential(double x) {
  if (x != x) return x;
  if (x > 709.782712893384) return std::numeric_limits<double>::infinity();
  if (x < -708.39) return 0.0;
  const double k = nearest(x * 1.4426950408889634);
  const double high = x - k * 0.6931471803691238;
  const double low = k * 1.9082149292705877e-10;
  const double r = high - low;
  const double rounding = (high - r) - low;  // rounding error of r
  double p = 1.0 / 87178291200.0;
  p = p * r + 1.0 / 6227020800.0;
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 1.0 / 2.0;
  const double value = 1.0 + (r + (r * r * p + rounding));
  const int n = static_cast<int>(k);
  // In two factors, because 2^1024 is not representable.
  return value * power_of_two(n / 2) * power_of_two(n - n / 2);
}

HalfAngle half_angle(double phi_squared) {
  if (0.25 * phi_squared <= kSmallHalfAngleSquared) return small_half_angle(phi_squared);
  const double phi = std::sqrt(phi_squared);
  const SineCosine h = sine_cosine(0.5 * phi);
  return {h.cosine, h.sine / phi};
}

}  // namespace rockfall
