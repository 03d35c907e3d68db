// Maximum and minimum of two numbers in one instruction; std::fmax and std::fmin are function calls.
#pragma once

namespace rockfall {

/// a if b is NaN.
inline double larger_of(double a, double b) { return a < b ? b : a; }
inline double smaller_of(double a, double b) { return b < a ? b : a; }

}  // namespace rockfall
