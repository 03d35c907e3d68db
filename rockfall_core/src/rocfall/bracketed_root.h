// Root of a gap as a function of time, inside a bracket.
#pragma once

#include <cmath>

#include "rocfall/counted_ground.h"

namespace rockfall::rocfall {

/// Gap over a hole, m.
constexpr double kGapOverHole = 1e300;

/// A time before a root, where the function is positive, and one at or after it, where it is not.
struct RootBracket {
  double low, value_low;
  double high, value_high;
};

/// Gaps up to this are roots, m: above the rounding of coordinates of some 1000 m, far below kTouchTolerance.
constexpr double kRootTolerance = 1e-12;

/// A time inside a bracket at which the line through two points is zero; NaN if there is none.
inline double zero_of_line(double t0, double value0, double t1, double value1, const RootBracket& inside) {
  const double t = t1 - value1 * (t1 - t0) / (value1 - value0);
  return t > inside.low && t < inside.high ? t : NAN;
}

/// A root of a continuous function, after Dekker (1969): the secant through the last two points on one side of the
/// root, or false position; bisection where two iterations have not halved the bracket, as at holes. About four
/// evaluations on smooth ground, ten at its edges. Returns a time whose value is a root within the tolerance, or the
/// end `high` of the last bracket.
/// @param value  value(t), m, kGapOverHole over a hole
/// @param work   of the evaluations
template <class Value>
double root_in(const Value& value, RootBracket bracket, const GroundWork& work) {
  constexpr int kSecants = 20, kMost = 60;
  auto& [low, value_low, high, value_high] = bracket;
  double halved = high - low, secant = NAN;
  int slow = 0;  // iterations since the bracket was halved
  for (int i = 0; i < kMost && value_high < -kRootTolerance && !work.exhausted(); ++i) {
    double t = NAN;
    if (i < kSecants && slow < 2 && value_low < 0.5 * kGapOverHole) {
      t = std::isnan(secant) ? zero_of_line(low, value_low, high, value_high, bracket) : secant;
    }
    if (std::isnan(t)) t = 0.5 * (low + high);
    if (!(t > low && t < high)) break;
    const double v = value(t);
    if (std::fabs(v) <= kRootTolerance) return t;
    double& end = v > 0 ? low : high;
    double& value_end = v > 0 ? value_low : value_high;
    const double before = end, value_before = value_end;
    end = t;
    value_end = v;
    secant = zero_of_line(before, value_before, t, v, bracket);
    slow = high - low > 0.5 * halved ? slow + 1 : 0;
    if (slow == 0) halved = high - low;
  }
  return high;
}

}  // namespace rockfall::rocfall
