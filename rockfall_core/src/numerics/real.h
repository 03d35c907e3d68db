// The functions of double that formulas shared with SIMD lanes use besides + - * /. A comparison of doubles is a bool,
// one of lanes is a mask: a formula must not branch on it, but uses select(), opposite() or all_set().
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>

namespace rockfall {

/// What a comparison of numbers gives: a bool or a mask.
template <class Real>
using ConditionOf = decltype(std::declval<const Real&>() > std::declval<const Real&>());

inline double square_root(double x) { return std::sqrt(x); }
inline double absolute(double x) { return std::fabs(x); }
/// Neither infinite nor NaN.
inline bool is_finite(double x) { return x - x == 0.0; }
inline double select(bool condition, double yes, double no) { return condition ? yes : no; }
/// A number of the type of `like`.
inline double constant_like(double like, double x) {
  static_cast<void>(like);
  return x;
}
/// x without the fractional part. @param x  0 to below 2^52
inline double whole_part(double x) { return static_cast<double>(static_cast<int64_t>(x)); }
inline bool all_set(bool condition) { return condition; }
inline bool opposite(bool condition) { return !condition; }

}  // namespace rockfall
