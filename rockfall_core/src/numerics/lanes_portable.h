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
constexpr int kPackCount = kLaneCount;

/// A condition for each of N lanes: all bits of an integer are set if it is true.
template <int N>
struct MaskOf {
  int64_t bits[N];
  bool operator[](int lane) const { return bits[lane] != 0; }
  void set(int lane, bool x) { bits[lane] = x ? -1 : 0; }
};

template <int N>
struct LanesOf {
  double v[N];
  double operator[](int lane) const { return v[lane]; }
  void set(int lane, double x) { v[lane] = x; }
};

using Lanes = LanesOf<kLaneCount>;
using LaneMask = MaskOf<kLaneCount>;
using Pack = Lanes;
using PackMask = LaneMask;

template <int N, class Operation>
inline LanesOf<N> for_lanes(Operation operation) {
  LanesOf<N> result;
  for (int lane = 0; lane < N; ++lane) result.v[lane] = operation(lane);
  return result;
}

template <int N, class Operation>
inline MaskOf<N> mask_for_lanes(Operation operation) {
  MaskOf<N> result;
  for (int lane = 0; lane < N; ++lane) result.bits[lane] = operation(lane);
  return result;
}

template <int N>
inline LanesOf<N> filled(double x) {
  return for_lanes<N>([&](int) { return x; });
}
inline Lanes all_lanes(double x) { return filled<kLaneCount>(x); }
inline LaneMask no_lanes() {
  return mask_for_lanes<kLaneCount>([](int) { return int64_t{0}; });
}
inline Pack packed(double x) { return all_lanes(x); }
inline PackMask none_packed() { return no_lanes(); }

#define ROCKFALL_LANES_OPERATOR(op)                                         \
  template <int N>                                                          \
  inline LanesOf<N> operator op(const LanesOf<N>& a, const LanesOf<N>& b) { \
    return for_lanes<N>([&](int i) { return a.v[i] op b.v[i]; });           \
  }                                                                         \
  template <int N>                                                          \
  inline LanesOf<N> operator op(const LanesOf<N>& a, double b) {            \
    return for_lanes<N>([&](int i) { return a.v[i] op b; });                \
  }                                                                         \
  template <int N>                                                          \
  inline LanesOf<N> operator op(double a, const LanesOf<N>& b) {            \
    return for_lanes<N>([&](int i) { return a op b.v[i]; });                \
  }
ROCKFALL_LANES_OPERATOR(+)
ROCKFALL_LANES_OPERATOR(-)
ROCKFALL_LANES_OPERATOR(*)
ROCKFALL_LANES_OPERATOR(/)
#undef ROCKFALL_LANES_OPERATOR

#define ROCKFALL_LANES_COMPARISON(op)                                                    \
  template <int N>                                                                       \
  inline MaskOf<N> operator op(const LanesOf<N>& a, const LanesOf<N>& b) {               \
    return mask_for_lanes<N>([&](int i) { return int64_t{a.v[i] op b.v[i] ? -1 : 0}; }); \
  }                                                                                      \
  template <int N>                                                                       \
  inline MaskOf<N> operator op(const LanesOf<N>& a, double b) {                          \
    return mask_for_lanes<N>([&](int i) { return int64_t{a.v[i] op b ? -1 : 0}; });      \
  }
ROCKFALL_LANES_COMPARISON(<)
ROCKFALL_LANES_COMPARISON(<=)
ROCKFALL_LANES_COMPARISON(>)
ROCKFALL_LANES_COMPARISON(>=)
ROCKFALL_LANES_COMPARISON(==)
#undef ROCKFALL_LANES_COMPARISON

template <int N>
inline MaskOf<N> operator|(const MaskOf<N>& a, const MaskOf<N>& b) {
  return mask_for_lanes<N>([&](int i) { return a.bits[i] | b.bits[i]; });
}
template <int N>
inline MaskOf<N> operator&(const MaskOf<N>& a, const MaskOf<N>& b) {
  return mask_for_lanes<N>([&](int i) { return a.bits[i] & b.bits[i]; });
}
template <int N>
inline MaskOf<N> operator~(const MaskOf<N>& a) {
  return mask_for_lanes<N>([&](int i) { return ~a.bits[i]; });
}

template <int N>
inline LanesOf<N> select(const MaskOf<N>& condition, const LanesOf<N>& yes, const LanesOf<N>& no) {
  return for_lanes<N>([&](int i) { return condition.bits[i] ? yes.v[i] : no.v[i]; });
}

template <int N>
inline LanesOf<N> absolute(const LanesOf<N>& x) {
  return for_lanes<N>([&](int i) { return std::fabs(x.v[i]); });
}

template <int N>
inline LanesOf<N> square_root(const LanesOf<N>& x) {
  return for_lanes<N>([&](int i) { return std::sqrt(x.v[i]); });
}

template <int N>
inline bool none_set(const MaskOf<N>& mask) {
  int64_t any = 0;
  for (int lane = 0; lane < N; ++lane) any |= mask.bits[lane];
  return any == 0;
}

/// The conditions of the lanes as bits, lane 0 lowest.
template <int N>
inline uint32_t lane_bits(const MaskOf<N>& mask) {
  uint32_t bits = 0;
  for (int lane = 0; lane < N; ++lane) bits |= static_cast<uint32_t>(mask[lane] != 0) << lane;
  return bits;
}
inline uint32_t bits_of(const PackMask& mask) { return lane_bits(mask); }

/// Of bits of which one is set at least.
inline uint32_t lowest_bit(uint32_t bits) {
  uint32_t i = 0;
  while (!(bits >> i & 1)) ++i;
  return i;
}

/// visit(i) for the bits that are set, in ascending order.
template <class Visit>
inline void for_each_bit(uint32_t bits, Visit visit) {
  for (uint32_t i = 0; bits != 0; bits >>= 1, ++i) {
    if (bits & 1) visit(i);
  }
}

/// kPackCount numbers from an array.
inline Pack pack_at(const double* x) {
  return for_lanes<kPackCount>([&](int i) { return x[i]; });
}
inline Pack pack_at(const float* x) {
  return for_lanes<kPackCount>([&](int i) { return static_cast<double>(x[i]); });
}
inline void store_pack(const Pack& pack, double* x) {
  for (int lane = 0; lane < kPackCount; ++lane) x[lane] = pack[lane];
}
/// Four lanes, whatever the width of the vectors: sums of four parts have the same bits everywhere.
using Quad = LanesOf<4>;
/// Four numbers from an array.
inline Quad quad_at(const double* x) {
  return for_lanes<4>([&](int i) { return x[i]; });
}
inline void store_quad(const Quad& quad, double* x) {
  for (int lane = 0; lane < 4; ++lane) x[lane] = quad[lane];
}
inline Quad quad_of(double x) { return filled<4>(x); }
/// As many quads as a vector has room for.
constexpr uint32_t kQuads = 1;
using Quads = Quad;
inline Quads quads_at(const double* first, const double*) { return quad_at(first); }
/// The lanes of a from the second on, then the first lane of b.
inline Quads next_lanes(const Quads& a, const Quads& b) {
  return for_lanes<4>([&](int i) { return i < 3 ? a[i + 1] : b[0]; });
}
inline Quad sum_with(const Quad& sum, const Quads& quads, bool) { return sum + quads; }

/// Elements of an array. @param index  kPackCount integers
inline Pack elements_of(const double* array, const uint32_t* index) {
  return for_lanes<kPackCount>([&](int i) { return array[index[i]]; });
}
/// The numbers at kPackCount places.
inline Pack elements_at(const double* const (&place)[kPackCount]) {
  return for_lanes<kPackCount>([&](int i) { return *place[i]; });
}
/// As an array of kLaneCount numbers.
inline const double* numbers_of(const Lanes& x) { return x.v; }
/// True if choosing elements of lanes takes one instruction.
constexpr bool kChoosesQuickly = false;
/// Elements of lanes. @param lane  kPackCount numbers of lanes
inline Pack chosen(const Lanes& x, const uint32_t* lane) { return elements_of(numbers_of(x), lane); }
/// Of a pack in lanes.
inline Pack pack_of(const Lanes& x, int) { return x; }
inline void set_pack(Lanes& x, int, const Pack& value) { x = value; }
inline void set_pack(LaneMask& x, int, const PackMask& value) { x = value; }
/// The columns of rows of four numbers, one row for each lane.
inline void transpose(const double* const (&row)[kPackCount], Pack (&column)[4]) {
  for (int k = 0; k < 4; ++k) column[k] = for_lanes<kPackCount>([&](int lane) { return row[lane][k]; });
}
/// x without the fractional part. @param x  0 to below 2^52
inline Pack whole_part(const Pack& x) {
  return for_lanes<kPackCount>([&](int i) { return static_cast<double>(static_cast<int64_t>(x[i])); });
}
struct PackPair {
  Pack first, second;
};

/// Elements of an array and those after them. @param index  whole numbers from 0 to below 2^52
template <class Number>
inline PackPair gathered_pairs(const Number* array, const Pack& index) {
  const auto element = [&](int i, int64_t k) { return static_cast<double>(array[static_cast<int64_t>(index[i]) + k]); };
  return {for_lanes<kPackCount>([&](int i) { return element(i, 0); }),
          for_lanes<kPackCount>([&](int i) { return element(i, 1); })};
}

}  // namespace
}  // namespace rockfall
