// Arc tangent as a template, for double and SIMD lanes.
#pragma once

#include "numerics/real.h"

namespace rockfall {

/// The multiple of 1/8 next to a number in [0, 1], and its arc tangent as the sum of two doubles.
template <class Real>
struct ArctangentNode {
  Real at, high, low;
};

constexpr int kArctangentNodes = 9;
constexpr double kArctangentHigh[kArctangentNodes] = {0.0,
                                                      0.12435499454676144,
                                                      0.24497866312686414,
                                                      0.35877067027057225,
                                                      0.4636476090008061,
                                                      0.5585993153435624,
                                                      0.6435011087932844,
                                                      0.7188299996216245,
                                                      0.7853981633974483};
constexpr double kArctangentLow[kArctangentNodes] = {0.0,
                                                     -3.1253241424539383e-18,
                                                     1.0698755618734451e-17,
                                                     -2.4623815582638635e-17,
                                                     2.2698777452961687e-17,
                                                     -5.4556305485916264e-18,
                                                     1.5834785051444286e-17,
                                                     -2.1478388444456983e-17,
                                                     3.061616997868383e-17};

inline ArctangentNode<double> arctangent_node(double z) {
  const int k = static_cast<int>(z * 8.0 + 0.5);
  return {0.125 * k, kArctangentHigh[k], kArctangentLow[k]};
}

/// @param x  >= 0. With lanes, include numerics/arctangent_lanes.h
template <class Real>
Real arctangent_of_positive(const Real& x) {
  const auto inverted = x > 1.0;
  const Real z = select(inverted, 1.0 / x, x);
  const ArctangentNode<Real> node = arctangent_node(z);
  const Real t = (z - node.at) / (1.0 + z * node.at);  // |t| <= 1/16
  const Real y = t * t;
  Real p = y * (-1.0 / 15.0) + 1.0 / 13.0;
  p = p * y - 1.0 / 11.0;
  p = p * y + 1.0 / 9.0;
  p = p * y - 1.0 / 7.0;
  p = p * y + 1.0 / 5.0;
  p = p * y - 1.0 / 3.0;
  const Real angle = node.high + (t + (t * (y * p) + node.low));
  return select(inverted, 1.5707963267948966 - (angle - 6.123233995736766e-17), angle);
}

}  // namespace rockfall
