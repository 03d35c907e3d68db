// Comparison of numbers to the last bit: 0 and -0 differ, a NaN equals itself.
#pragma once

#include <cstdint>
#include <cstring>

namespace rockfall {

inline bool same_bits(double a, double b) {
  uint64_t bits_a, bits_b;
  std::memcpy(&bits_a, &a, sizeof a);
  std::memcpy(&bits_b, &b, sizeof b);
  return bits_a == bits_b;
}

}  // namespace rockfall
