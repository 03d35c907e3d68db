// SIMD lanes: one number of each of several rocks, with the same bits as scalar doubles. Everything here has internal
// linkage, because files compiled for different instruction sets include it and must not share functions.
#pragma once

#include "numerics/inline_calls.h"

// ROCKFALL_PORTABLE_LANES selects standard C++17 although the compiler has vectors: same interface, same bits.
#if !defined(ROCKFALL_PORTABLE_LANES) && (defined(__GNUC__) || defined(__clang__))
#include "numerics/lanes_vector.h"
#include "numerics/lanes_vector_arrays.h"
#else
#include "numerics/lanes_portable.h"
#endif

namespace rockfall {
namespace {

constexpr int kPacks = kLaneCount / kPackCount;

template <int N>
inline LanesOf<N> constant_like(const LanesOf<N>&, double x) {
  return filled<N>(x);
}
template <int N>
inline bool all_set(const MaskOf<N>& mask) {
  return none_set(~mask);
}
template <int N>
inline MaskOf<N> opposite(const MaskOf<N>& mask) {
  return ~mask;
}
template <int N>
inline MaskOf<N> select(const MaskOf<N>& condition, const MaskOf<N>& yes, const MaskOf<N>& no) {
  return (condition & yes) | (~condition & no);
}
template <int N>
inline LanesOf<N> larger_of(const LanesOf<N>& a, const LanesOf<N>& b) {
  return select(a < b, b, a);
}
template <int N>
inline LanesOf<N> smaller_of(const LanesOf<N>& a, const LanesOf<N>& b) {
  return select(b < a, b, a);
}
template <int N>
inline MaskOf<N> is_finite(const LanesOf<N>& x) {
  return x - x == filled<N>(0.0);
}

}  // namespace
}  // namespace rockfall
