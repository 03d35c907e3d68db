// Eight numbers that are computed with at once, each exactly as a double would be. Everything here has internal
// linkage: the files that include it are compiled for different instruction sets, and none of their code may serve
// another.
#pragma once

#include <cstdint>

namespace rockfall {
namespace {

constexpr int kLaneCount = 8;

typedef double LaneVector __attribute__((vector_size(8 * kLaneCount)));
typedef int64_t LaneBits __attribute__((vector_size(8 * kLaneCount)));

/// All bits of a lane are set where the condition holds.
struct LaneMask {
  LaneBits bits;
};

inline LaneMask operator|(const LaneMask& a, const LaneMask& b) { return {a.bits | b.bits}; }
inline LaneMask operator&(const LaneMask& a, const LaneMask& b) { return {a.bits & b.bits}; }
inline LaneMask operator~(const LaneMask& a) { return {~a.bits}; }

struct Lanes {
  LaneVector v;
  double operator[](int lane) const { return v[lane]; }
};

inline Lanes all_lanes(double x) { return {LaneVector{} + x}; }

inline Lanes operator+(const Lanes& a, const Lanes& b) { return {a.v + b.v}; }
inline Lanes operator-(const Lanes& a, const Lanes& b) { return {a.v - b.v}; }
inline Lanes operator*(const Lanes& a, const Lanes& b) { return {a.v * b.v}; }
inline Lanes operator/(const Lanes& a, const Lanes& b) { return {a.v / b.v}; }
inline Lanes operator+(const Lanes& a, double b) { return {a.v + b}; }
inline Lanes operator-(const Lanes& a, double b) { return {a.v - b}; }
inline Lanes operator*(const Lanes& a, double b) { return {a.v * b}; }
inline Lanes operator+(double a, const Lanes& b) { return {a + b.v}; }
inline Lanes operator-(double a, const Lanes& b) { return {a - b.v}; }
inline Lanes operator*(double a, const Lanes& b) { return {a * b.v}; }
inline Lanes operator/(double a, const Lanes& b) { return {a / b.v}; }

inline LaneMask operator<(const Lanes& a, const Lanes& b) { return {a.v < b.v}; }
inline LaneMask operator<=(const Lanes& a, const Lanes& b) { return {a.v <= b.v}; }
inline LaneMask operator>(const Lanes& a, const Lanes& b) { return {a.v > b.v}; }
inline LaneMask operator>=(const Lanes& a, const Lanes& b) { return {a.v >= b.v}; }
inline LaneMask operator==(const Lanes& a, const Lanes& b) { return {a.v == b.v}; }
inline LaneMask operator<(const Lanes& a, double b) { return {a.v < b}; }
inline LaneMask operator<=(const Lanes& a, double b) { return {a.v <= b}; }
inline LaneMask operator>(const Lanes& a, double b) { return {a.v > b}; }

inline Lanes choose(const LaneMask& condition, const Lanes& yes, const Lanes& no) {
  return {reinterpret_cast<LaneVector>((condition.bits & reinterpret_cast<LaneBits>(yes.v)) |
                                       (~condition.bits & reinterpret_cast<LaneBits>(no.v)))};
}

inline Lanes magnitude(const Lanes& x) {
  return {reinterpret_cast<LaneVector>(reinterpret_cast<LaneBits>(x.v) & INT64_MAX)};
}

inline Lanes square_root(const Lanes& x) {
  Lanes root;
  for (int i = 0; i < kLaneCount; ++i) root.v[i] = __builtin_sqrt(x.v[i]);
  return root;
}

inline bool everywhere(const LaneMask& mask) {
  int64_t all = -1;
  for (int i = 0; i < kLaneCount; ++i) all &= mask.bits[i];
  return all != 0;
}

}  // namespace
}  // namespace rockfall
