// The root of an increasing function.
#pragma once

#include <cmath>

namespace rockfall {

/// Find the root between `low`, where the function is negative, and `high`: secants, with half of the value at an end
/// that remains (Illinois method), and bisection where three steps do not halve the interval.
/// @param accuracy  of the value that counts as zero
/// @param most      evaluations; the interval is halved at least with every third one
/// @param function  evaluated last at the root, or where the search ends
template <class Function>
void find_increasing_root(double low, double at_low, double high, double at_high, double accuracy, int most,
                          Function function) {
  double width = high - low, last = 0;
  for (int i = 0; i < most; ++i) {
    double next = low + (high - low) * (at_low / (at_low - at_high));
    if (i % 3 == 2) {
      if (high - low > 0.5 * width) next = 0.5 * (low + high);
      width = high - low;
    }
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const double value = function(next);
    if (std::fabs(value) <= accuracy || next == low || next == high) return;
    (value < 0 ? low : high) = next;
    (value < 0 ? at_low : at_high) = value;
    if (i > 0 && (value < 0) == (last < 0)) (value < 0 ? at_high : at_low) *= 0.5;
    last = value;
  }
}

}  // namespace rockfall
