// Roots of polynomials between 0 and 1.
#pragma once

#include <cstddef>

namespace rockfall {

/// The value of a polynomial. @param c  coefficients by ascending powers
template <size_t n>
double polynomial_at(const double (&c)[n], double t) {
  double value = c[n - 1];
  for (size_t k = n - 1; k-- > 0;) value = value * t + c[k];
  return value;
}

/// The place between two others where a polynomial that is monotone between them changes its sign: Newton's method,
/// bisection where it leaves the bracket or is slow.
template <size_t n>
double root_between(const double (&c)[n], const double (&derivative)[n - 1], double low, double high, bool rising) {
  constexpr int kMost = 80;
  double t = 0.5 * (low + high), length = high - low;
  for (int i = 0; i < kMost; ++i) {
    const double value = polynomial_at(c, t);
    if (value == 0) return t;
    ((value > 0) == rising ? high : low) = t;
    double next = t - value / polynomial_at(derivative, t);
    if (!(next > low && next < high) || i % 3 == 2) next = 0.5 * (low + high);
    const double change = next > t ? next - t : t - next;
    t = next;
    if (!(change > 1e-16) || !(high - low > 1e-16 * length)) break;
  }
  return t;
}

/// The places between 0 and 1, in ascending order, where a polynomial changes its sign, by those of its derivative.
/// @param c  coefficients by ascending powers, finite
/// @param roots  room for all
/// @return their number
template <size_t n>
int sign_changes(const double (&c)[n], double (&roots)[n - 1]) {
  double derivative[n - 1];
  for (size_t k = 1; k < n; ++k) derivative[k - 1] = static_cast<double>(k) * c[k];
  double turns[n] = {};  // 0, the places where it turns, 1
  int count = 0;
  if constexpr (n > 2) {
    double inner[n - 2];
    count = sign_changes(derivative, inner);
    for (int i = 0; i < count; ++i) turns[i + 1] = inner[i];
  }
  turns[count + 1] = 1;
  int found = 0;
  for (int i = 0; i <= count; ++i) {
    const double before = polynomial_at(c, turns[i]), after = polynomial_at(c, turns[i + 1]);
    if ((before < 0) == (after < 0)) continue;
    roots[found++] = root_between(c, derivative, turns[i], turns[i + 1], before < 0);
  }
  return found;
}

}  // namespace rockfall
