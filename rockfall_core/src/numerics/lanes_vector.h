// Lanes made of the vector types of GCC and clang; see lanes.h.
#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

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

// Conditions of the lanes of one vector: one bit for each with AVX-512, otherwise all bits of a lane.
#if !defined(ROCKFALL_ONE_LANE) && defined(__AVX512F__)
typedef __mmask8 Conditions;
inline bool condition_of(Conditions a, int lane) { return (a >> lane & 1) != 0; }
inline void set_condition(Conditions& a, int lane, bool x) {
  a = static_cast<Conditions>((a & ~(1u << lane)) | (static_cast<unsigned>(x) << lane));
}
inline Conditions inverse(Conditions a) { return static_cast<Conditions>(~a); }
inline DoubleVector selected(Conditions a, const DoubleVector& yes, const DoubleVector& no) {
  return _mm512_mask_blend_pd(a, no, yes);
}
/// The conditions as bits, lane 0 lowest.
inline uint32_t bits_of(Conditions a) { return a; }
#define ROCKFALL_COMPARED(a, op, b, code) _mm512_cmp_pd_mask(a, b, code)
#else
typedef BitVector Conditions;
inline bool condition_of(const Conditions& a, int lane) { return a[lane] != 0; }
inline void set_condition(Conditions& a, int lane, bool x) { a[lane] = x ? -1 : 0; }
inline Conditions inverse(const Conditions& a) { return ~a; }
inline DoubleVector selected(const Conditions& a, const DoubleVector& yes, const DoubleVector& no) {
  return a ? yes : no;
}
/// The conditions as bits, lane 0 lowest.
inline uint32_t bits_of(const Conditions& a) {
#if defined(ROCKFALL_ONE_LANE) || !defined(__SSE2__)
  uint32_t bits = 0;
  for (int lane = 0; lane < kVectorLanes; ++lane) bits |= static_cast<uint32_t>(a[lane] != 0) << lane;
  return bits;
#elif defined(__AVX2__)
  return static_cast<uint32_t>(_mm256_movemask_pd(reinterpret_cast<__m256d>(a)));
#else
  return static_cast<uint32_t>(_mm_movemask_pd(reinterpret_cast<__m128d>(a)));
#endif
}
#define ROCKFALL_COMPARED(a, op, b, code) ((a)op(b))
#endif

// Lanes are never negative; the division of unsigned numbers is a shift.
inline int vector_with(int lane) { return static_cast<int>(static_cast<uint32_t>(lane) / kVectorLanes); }
inline int place_in_vector(int lane) { return static_cast<int>(static_cast<uint32_t>(lane) % kVectorLanes); }

/// A condition for each lane of N vectors.
template <int N>
struct MaskOf {
  Conditions bits[N];
  bool operator[](int lane) const { return condition_of(bits[vector_with(lane)], place_in_vector(lane)); }
  void set(int lane, bool x) { set_condition(bits[vector_with(lane)], place_in_vector(lane), x); }
};

template <int N>
struct LanesOf {
  DoubleVector v[N];
  double operator[](int lane) const { return v[vector_with(lane)][place_in_vector(lane)]; }
  void set(int lane, double x) { v[vector_with(lane)][place_in_vector(lane)] = x; }
};

using Lanes = LanesOf<kVectors>;
using LaneMask = MaskOf<kVectors>;

/// The lanes of one vector, for formulas that have enough independent operations.
using Pack = LanesOf<1>;
using PackMask = MaskOf<1>;
constexpr int kPackCount = kVectorLanes;

// One vector after the other; the compiler unrolls the loops and interleaves them.
template <class Result, int N, class Operation>
inline Result for_vectors(Operation operation) {
  Result result;
  for (int i = 0; i < N; ++i) operation(result, i);
  return result;
}

// x - 0 is x, also for x = -0; 0 + x is not.
template <int N>
inline LanesOf<N> filled(double x) {
  return for_vectors<LanesOf<N>, N>([&](LanesOf<N>& r, int i) { r.v[i] = x - DoubleVector{}; });
}
template <int N>
inline MaskOf<N> none_of() {
  return for_vectors<MaskOf<N>, N>([](MaskOf<N>& r, int i) { r.bits[i] = Conditions{}; });
}
inline Lanes all_lanes(double x) { return filled<kVectors>(x); }
inline LaneMask no_lanes() { return none_of<kVectors>(); }
inline Pack packed(double x) { return filled<1>(x); }
inline PackMask none_packed() { return none_of<1>(); }

#define ROCKFALL_LANES_OPERATOR(op)                                                              \
  template <int N>                                                                               \
  inline LanesOf<N> operator op(const LanesOf<N>& a, const LanesOf<N>& b) {                      \
    return for_vectors<LanesOf<N>, N>([&](LanesOf<N>& r, int i) { r.v[i] = a.v[i] op b.v[i]; }); \
  }                                                                                              \
  template <int N>                                                                               \
  inline LanesOf<N> operator op(const LanesOf<N>& a, double b) {                                 \
    return for_vectors<LanesOf<N>, N>([&](LanesOf<N>& r, int i) { r.v[i] = a.v[i] op b; });      \
  }                                                                                              \
  template <int N>                                                                               \
  inline LanesOf<N> operator op(double a, const LanesOf<N>& b) {                                 \
    return for_vectors<LanesOf<N>, N>([&](LanesOf<N>& r, int i) { r.v[i] = a op b.v[i]; });      \
  }
ROCKFALL_LANES_OPERATOR(+)
ROCKFALL_LANES_OPERATOR(-)
ROCKFALL_LANES_OPERATOR(*)
ROCKFALL_LANES_OPERATOR(/)
#undef ROCKFALL_LANES_OPERATOR

#define ROCKFALL_LANES_COMPARISON(op, code)                                                     \
  template <int N>                                                                              \
  inline MaskOf<N> operator op(const LanesOf<N>& a, const LanesOf<N>& b) {                      \
    return for_vectors<MaskOf<N>, N>(                                                           \
        [&](MaskOf<N>& r, int i) { r.bits[i] = ROCKFALL_COMPARED(a.v[i], op, b.v[i], code); }); \
  }                                                                                             \
  template <int N>                                                                              \
  inline MaskOf<N> operator op(const LanesOf<N>& a, double b) {                                 \
    return a op filled<N>(b);                                                                   \
  }
ROCKFALL_LANES_COMPARISON(<, _CMP_LT_OS)
ROCKFALL_LANES_COMPARISON(<=, _CMP_LE_OS)
ROCKFALL_LANES_COMPARISON(>, _CMP_GT_OS)
ROCKFALL_LANES_COMPARISON(>=, _CMP_GE_OS)
ROCKFALL_LANES_COMPARISON(==, _CMP_EQ_OQ)
#undef ROCKFALL_LANES_COMPARISON
#undef ROCKFALL_COMPARED

template <int N>
inline MaskOf<N> operator|(const MaskOf<N>& a, const MaskOf<N>& b) {
  return for_vectors<MaskOf<N>, N>(
      [&](MaskOf<N>& r, int i) { r.bits[i] = static_cast<Conditions>(a.bits[i] | b.bits[i]); });
}
template <int N>
inline MaskOf<N> operator&(const MaskOf<N>& a, const MaskOf<N>& b) {
  return for_vectors<MaskOf<N>, N>(
      [&](MaskOf<N>& r, int i) { r.bits[i] = static_cast<Conditions>(a.bits[i] & b.bits[i]); });
}
template <int N>
inline MaskOf<N> operator~(const MaskOf<N>& a) {
  return for_vectors<MaskOf<N>, N>([&](MaskOf<N>& r, int i) { r.bits[i] = inverse(a.bits[i]); });
}

template <int N>
inline LanesOf<N> select(const MaskOf<N>& condition, const LanesOf<N>& yes, const LanesOf<N>& no) {
  return for_vectors<LanesOf<N>, N>(
      [&](LanesOf<N>& r, int i) { r.v[i] = selected(condition.bits[i], yes.v[i], no.v[i]); });
}

template <int N>
inline LanesOf<N> absolute(const LanesOf<N>& x) {
  return for_vectors<LanesOf<N>, N>([&](LanesOf<N>& r, int i) {
    r.v[i] = reinterpret_cast<DoubleVector>(reinterpret_cast<BitVector>(x.v[i]) & INT64_MAX);
  });
}

// Compilers do not always find the vector instruction in a loop.
inline DoubleVector square_root_of(const DoubleVector& x) {
#if defined(ROCKFALL_ONE_LANE) || !defined(__SSE2__)
  DoubleVector root;
  for (int lane = 0; lane < kVectorLanes; ++lane) root[lane] = __builtin_sqrt(x[lane]);
  return root;
#elif defined(__AVX512F__)
  return _mm512_maskz_sqrt_pd(0xFF, x);
#elif defined(__AVX2__)
  return _mm256_sqrt_pd(x);
#else
  return _mm_sqrt_pd(x);
#endif
}

template <int N>
inline LanesOf<N> square_root(const LanesOf<N>& x) {
  return for_vectors<LanesOf<N>, N>([&](LanesOf<N>& r, int i) { r.v[i] = square_root_of(x.v[i]); });
}

inline uint32_t bits_of(const PackMask& mask) { return bits_of(mask.bits[0]); }

/// The conditions of all lanes as bits, lane 0 lowest.
template <int N>
inline uint32_t lane_bits(const MaskOf<N>& mask) {
  uint32_t bits = 0;
  for (int i = 0; i < N; ++i) bits |= bits_of(mask.bits[i]) << (i * kVectorLanes);
  return bits;
}

template <int N>
inline bool none_set(const MaskOf<N>& mask) {
  Conditions any = mask.bits[0];
  for (int i = 1; i < N; ++i) any = static_cast<Conditions>(any | mask.bits[i]);
  return bits_of(any) == 0;
}

/// Of bits of which one is set at least.
inline uint32_t lowest_bit(uint32_t bits) { return static_cast<uint32_t>(__builtin_ctz(bits)); }

/// visit(i) for the bits that are set, in ascending order.
template <class Visit>
inline void for_each_bit(uint32_t bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(lowest_bit(bits));
}

}  // namespace
}  // namespace rockfall
