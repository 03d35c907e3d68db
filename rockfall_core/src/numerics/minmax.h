// Maximum and minimum of two numbers in one instruction (std::fmax and std::fmin are function calls, which may return
// either of 0 and -0), and numbers limited to a range.
#pragma once

namespace rockfall {

/// a if b is NaN, or if both are zero.
inline double larger_of(double a, double b) { return a < b ? b : a; }
inline double smaller_of(double a, double b) { return b < a ? b : a; }

/// x limited to low to high; NaN stays NaN.
inline double clamped(double x, double low, double high) { return smaller_of(larger_of(x, low), high); }

/// Distance of x from the range low to high, 0 inside.
inline double distance_to_range(double x, double low, double high) {
  return x < low ? low - x : (x > high ? x - high : 0.0);
}

}  // namespace rockfall
