// Root of a gap as a function of time, inside a bracket.
#pragma once

#include <cmath>

#include "rocfall/counted_ground.h"

namespace rockfall::rocfall {

/// Gap over a hole, m.
constexpr double kNoGround = 1e300;

/// A time before a root, where the function is positive, and one at or after it, where it is not.
struct RootBracket {
  double low, value_low;
  double high, value_high;
};

/// Gaps up to this are roots, m: above the rounding of coordinates of some 1000 m, far below kTouchTolerance.
constexpr double kRootTolerance = 1e-12;

/// A root of a continuous function, by false position with the Illinois rule (Dowell & Jarratt 1971), which halves the
/// value at an end that is kept twice; about six evaluations on smooth ground. Bisection follows, so that the bracket
/// becomes short on any ground. Returns a time whose value is a root within the tolerance, or the end `high` of the
/// last bracket.
/// @param value  value(t), m, kNoGround over a hole
/// @param work   of the evaluations
template <class Value>
double root_in(const Value& value, RootBracket bracket, const GroundWork& work) {
  constexpr int kFalsePositions = 12, kBisections = 40;
  auto& [low, value_low, high, value_high] = bracket;
  int kept = 0;  // which end the last iteration has kept: -1 low, 1 high
  for (int i = 0; i < kFalsePositions + kBisections && value_high < -kRootTolerance && !work.exhausted(); ++i) {
    double t = high - value_high * (high - low) / (value_high - value_low);
    if (i >= kFalsePositions || !(t > low && t < high) || !(value_low < 0.5 * kNoGround)) t = 0.5 * (low + high);
    if (!(t > low && t < high)) break;
    const double v = value(t);
    if (std::fabs(v) <= kRootTolerance) return t;
    if (v > 0) {
      low = t;
      value_low = v;
      if (kept == 1) value_high *= 0.5;
      kept = 1;
    } else {
      high = t;
      value_high = v;
      if (kept == -1) value_low *= 0.5;
      kept = -1;
    }
  }
  return high;
}

}  // namespace rockfall::rocfall
