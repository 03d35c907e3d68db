// Rounding: of results of the mathematical library, whose last bits differ between systems, and of ground to float.
#ifndef ROCKFALL_SANDBOX_SCENARIO_ROUNDING_H
#define ROCKFALL_SANDBOX_SCENARIO_ROUNDING_H

#include <cmath>

namespace sandbox {

/** The value rounded to 40 significant bits. */
inline double round_to_40_bits(double value) {
  int exponent = 0;
  const double part = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(part, 40)), exponent - 40);
}

/** The value rounded to a multiple of 2^-40. */
inline double round_to_fraction(double value) {
  constexpr double parts = 1099511627776.0;
  return std::nearbyint(value * parts) / parts;
}

/** A member of a ground as a float of a field. The largest that is valid would be rounded to more. */
inline float rounded_to_field(double value) {
  constexpr double largest = 1e20;  // see rf_ground
  const auto rounded = static_cast<float>(value);
  return value <= largest && static_cast<double>(rounded) > largest ? std::nextafter(rounded, 0.0f) : rounded;
}

}  // namespace sandbox
#endif
