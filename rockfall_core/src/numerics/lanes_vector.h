// Lanes made of the vector types of GCC and clang; see lanes.h.
#pragma once

#include <cstdint>

namespace rockfall {
namespace {

// Width and number of the vectors. A step is one long chain of dependent operations; a second independent chain uses
// the cycles in which the first one waits.
#if defined(ROCKFALL_ONE_LANE)
constexpr int kVectorLanes = 1;
#elif defined(__AVX512F__)
constexpr int kVectorLanes = 8;
#elif defined(__AVX2__)
constexpr int kVectorLanes = 4;
#else
constexpr int kVectorLanes = 2;
#endif
#ifdef ROCKFALL_ONE_LANE
constexpr int kVectors = 1;
#else
constexpr int kVectors = 2;
#endif
constexpr int kLaneCount = kVectors * kVectorLanes;

typedef double DoubleVector __attribute__((vector_size(8 * kVectorLanes), may_alias));
typedef int64_t BitVector __attribute__((vector_size(8 * kVectorLanes), may_alias));

/// An integer for each lane. As a condition: all bits of a lane are set if it is true.
struct LaneMask {
  BitVector bits[kVectors];
  int64_t operator[](int lane) const { return bits[lane / kVectorLanes][lane % kVectorLanes]; }
  void set(int lane, int64_t x) { bits[lane / kVectorLanes][lane % kVectorLanes] = x; }
};

struct Lanes {
  DoubleVector v[kVectors];
  double operator[](int lane) const { return v[lane / kVectorLanes][lane % kVectorLanes]; }
  void set(int lane, double x) { v[lane / kVectorLanes][lane % kVectorLanes] = x; }
};

// One vector after the other; the compiler unrolls the loops and interleaves them.
template <class Result, class Operation>
inline Result for_vectors(Operation operation) {
  Result result;
  for (int i = 0; i < kVectors; ++i) operation(result, i);
  return result;
}

inline Lanes all_lanes(double x) {
  return for_vectors<Lanes>([&](Lanes& r, int i) { r.v[i] = DoubleVector{} + x; });
}
inline LaneMask no_lanes() {
  return for_vectors<LaneMask>([](LaneMask& r, int i) { r.bits[i] = BitVector{}; });
}

#define ROCKFALL_LANES_OPERATOR(op)                                                 \
  inline Lanes operator op(const Lanes& a, const Lanes& b) {                        \
    return for_vectors<Lanes>([&](Lanes& r, int i) { r.v[i] = a.v[i] op b.v[i]; }); \
  }                                                                                 \
  inline Lanes operator op(const Lanes& a, double b) {                              \
    return for_vectors<Lanes>([&](Lanes& r, int i) { r.v[i] = a.v[i] op b; });      \
  }                                                                                 \
  inline Lanes operator op(double a, const Lanes& b) {                              \
    return for_vectors<Lanes>([&](Lanes& r, int i) { r.v[i] = a op b.v[i]; });      \
  }
ROCKFALL_LANES_OPERATOR(+)
ROCKFALL_LANES_OPERATOR(-)
ROCKFALL_LANES_OPERATOR(*)
ROCKFALL_LANES_OPERATOR(/)
#undef ROCKFALL_LANES_OPERATOR

#define ROCKFALL_LANES_COMPARISON(op)                                                        \
  inline LaneMask operator op(const Lanes& a, const Lanes& b) {                              \
    return for_vectors<LaneMask>([&](LaneMask& r, int i) { r.bits[i] = a.v[i] op b.v[i]; }); \
  }                                                                                          \
  inline LaneMask operator op(const Lanes& a, double b) {                                    \
    return for_vectors<LaneMask>([&](LaneMask& r, int i) { r.bits[i] = a.v[i] op b; });      \
  }
ROCKFALL_LANES_COMPARISON(<)
ROCKFALL_LANES_COMPARISON(<=)
ROCKFALL_LANES_COMPARISON(>)
ROCKFALL_LANES_COMPARISON(>=)
ROCKFALL_LANES_COMPARISON(==)
#undef ROCKFALL_LANES_COMPARISON

inline LaneMask operator|(const LaneMask& a, const LaneMask& b) {
  return for_vectors<LaneMask>([&](LaneMask& r, int i) { r.bits[i] = a.bits[i] | b.bits[i]; });
}
inline LaneMask operator&(const LaneMask& a, const LaneMask& b) {
  return for_vectors<LaneMask>([&](LaneMask& r, int i) { r.bits[i] = a.bits[i] & b.bits[i]; });
}
inline LaneMask operator~(const LaneMask& a) {
  return for_vectors<LaneMask>([&](LaneMask& r, int i) { r.bits[i] = ~a.bits[i]; });
}

inline Lanes select(const LaneMask& condition, const Lanes& yes, const Lanes& no) {
  return for_vectors<Lanes>([&](Lanes& r, int i) {
    r.v[i] = reinterpret_cast<DoubleVector>((condition.bits[i] & reinterpret_cast<BitVector>(yes.v[i])) |
                                            (~condition.bits[i] & reinterpret_cast<BitVector>(no.v[i])));
  });
}

inline Lanes absolute(const Lanes& x) {
  return for_vectors<Lanes>([&](Lanes& r, int i) {
    r.v[i] = reinterpret_cast<DoubleVector>(reinterpret_cast<BitVector>(x.v[i]) & INT64_MAX);
  });
}

inline Lanes square_root(const Lanes& x) {
  return for_vectors<Lanes>([&](Lanes& r, int i) {
    for (int lane = 0; lane < kVectorLanes; ++lane) r.v[i][lane] = __builtin_sqrt(x.v[i][lane]);
  });
}

// The conditions of all lanes as one integer with a byte for each lane.
inline uint64_t bytes_of(const BitVector& bits) {
  typedef int8_t ByteVector __attribute__((vector_size(kVectorLanes)));
  const ByteVector bytes = __builtin_convertvector(bits, ByteVector);
  uint64_t all = 0;
  __builtin_memcpy(&all, &bytes, sizeof bytes);
  return all;
}

inline bool none_set(const LaneMask& mask) {
  BitVector any = mask.bits[0];
  for (int i = 1; i < kVectors; ++i) any |= mask.bits[i];
  return bytes_of(any) == 0;
}

inline bool all_set(const LaneMask& mask) { return none_set(~mask); }

}  // namespace
}  // namespace rockfall
