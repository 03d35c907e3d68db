// The larger and the smaller of two numbers, in one instruction; std::fmax and std::fmin are calls.
#pragma once

namespace rockfall {

/// Of a and a number that is none, a.
inline double larger_of(double a, double b) { return a < b ? b : a; }
inline double smaller_of(double a, double b) { return b < a ? b : a; }

}  // namespace rockfall
