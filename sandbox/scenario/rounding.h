// Rounding of results of the mathematical library, whose last bits differ between systems.
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

}  // namespace sandbox
#endif
