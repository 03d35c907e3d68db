// Lanes in standard C++17, for compilers without vector types; see lanes.h.
#pragma once

#include <cmath>
#include <cstdint>

namespace rockfall {
namespace {

#ifdef ROCKFALL_ONE_LANE
constexpr int kLaneCount = 1;
#else
constexpr int kLaneCount = 4;
#endif

/// An integer for each lane. As a condition: all bits of a lane are set if it is true.
struct LaneMask {
  int64_t bits[kLaneCount];
  int64_t operator[](int lane) const { return bits[lane]; }
  void set(int lane, int64_t x) { bits[lane] = x; }
};

struct Lanes {
  double v[kLaneCount];
  double operator[](int lane) const { return v[lane]; }
  void set(int lane, double x) { v[lane] = x; }
};

template <class Operation>
inline Lanes for_lanes(Operation operation) {
  Lanes result;
  for (int lane = 0; lane < kLaneCount; ++lane) result.v[lane] = operation(lane);
  return result;
}

template <class Operation>
inline LaneMask mask_for_lanes(Operation operation) {
  LaneMask result;
  for (int lane = 0; lane < kLaneCount; ++lane) result.bits[lane] = operation(lane);
  return result;
}

inline Lanes all_lanes(double x) {
  return for_lanes([&](int) { return x; });
}
inline LaneMask no_lanes() {
  return mask_for_lanes([](int) { return int64_t{0}; });
}

#define ROCKFALL_LANES_OPERATOR(op)                            \
  inline Lanes operator op(const Lanes& a, const Lanes& b) {   \
    return for_lanes([&](int i) { return a.v[i] op b.v[i]; }); \
  }                                                            \
  inline Lanes operator op(const Lanes& a, double b) {         \
    return for_lanes([&](int i) { return a.v[i] op b; });      \
  }                                                            \
  inline Lanes operator op(double a, const Lanes& b) {         \
    return for_lanes([&](int i) { return a op b.v[i]; });      \
  }
ROCKFALL_LANES_OPERATOR(+)
ROCKFALL_LANES_OPERATOR(-)
ROCKFALL_LANES_OPERATOR(*)
ROCKFALL_LANES_OPERATOR(/)
#undef ROCKFALL_LANES_OPERATOR

#define ROCKFALL_LANES_COMPARISON(op)                                                 \
  inline LaneMask operator op(const Lanes& a, const Lanes& b) {                       \
    return mask_for_lanes([&](int i) { return int64_t{a.v[i] op b.v[i] ? -1 : 0}; }); \
  }                                                                                   \
  inline LaneMask operator op(const Lanes& a, double b) {                             \
    return mask_for_lanes([&](int i) { return int64_t{a.v[i] op b ? -1 : 0}; });      \
  }
ROCKFALL_LANES_COMPARISON(<)
ROCKFALL_LANES_COMPARISON(<=)
ROCKFALL_LANES_COMPARISON(>)
ROCKFALL_LANES_COMPARISON(>=)
ROCKFALL_LANES_COMPARISON(==)
#undef ROCKFALL_LANES_COMPARISON

inline LaneMask operator|(const LaneMask& a, const LaneMask& b) {
  return mask_for_lanes([&](int i) { return a.bits[i] | b.bits[i]; });
}
inline LaneMask operator&(const LaneMask& a, const LaneMask& b) {
  return mask_for_lanes([&](int i) { return a.bits[i] & b.bits[i]; });
}
inline LaneMask operator~(const LaneMask& a) {
  return mask_for_lanes([&](int i) { return ~a.bits[i]; });
}

inline Lanes select(const LaneMask& condition, const Lanes& yes, const Lanes& no) {
  return for_lanes([&](int i) { return condition.bits[i] ? yes.v[i] : no.v[i]; });
}

inline Lanes absolute(const Lanes& x) {
  return for_lanes([&](int i) { return std::fabs(x.v[i]); });
}

inline Lanes square_root(const Lanes& x) {
  return for_lanes([&](int i) { return std::sqrt(x.v[i]); });
}

inline bool none_set(const LaneMask& mask) {
  int64_t any = 0;
  for (int lane = 0; lane < kLaneCount; ++lane) any |= mask.bits[lane];
  return any == 0;
}

inline bool all_set(const LaneMask& mask) { return none_set(~mask); }

}  // namespace
}  // namespace rockfall
