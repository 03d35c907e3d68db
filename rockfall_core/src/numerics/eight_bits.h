// Which of eight numbers fulfil a condition, as bits; computed in pairs.
#pragma once

#include <cstdint>

#include "numerics/pair.h"

namespace rockfall {

/// Collects a condition on eight numbers, two at a time.
class EightBits {
 public:
  /// Set bits k and k + 1 where the numbers are < 0.
  void add_negative(uint32_t k, const Pair& two) {
#if ROCKFALL_PAIR_IS_VECTOR
    add(k, two < Pair{0, 0});
#else
    add(k, two[0] < 0, two[1] < 0);
#endif
  }

  /// visit(i) for the bits that are set, in ascending order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (uint32_t rest = all(); rest != 0; rest &= rest - 1) visit(lowest(rest));
  }

 private:
#if ROCKFALL_PAIR_IS_VECTOR
  typedef int64_t Bits __attribute__((vector_size(16)));
  void add(uint32_t k, const Bits& condition) { bits_ |= condition & Bits{int64_t{1} << k, int64_t{2} << k}; }
  uint32_t all() const { return static_cast<uint32_t>(bits_[0] | bits_[1]); }
  static uint32_t lowest(uint32_t bits) { return static_cast<uint32_t>(__builtin_ctz(bits)); }
  Bits bits_ = {0, 0};
#else
  void add(uint32_t k, bool first, bool second) {
    bits_ |= static_cast<uint32_t>(first) << k | static_cast<uint32_t>(second) << (k + 1);
  }
  uint32_t all() const { return bits_; }
  static uint32_t lowest(uint32_t bits) {
    uint32_t i = 0;
    while (!(bits >> i & 1)) ++i;
    return i;
  }
  uint32_t bits_ = 0;
#endif
};

}  // namespace rockfall
