// Numbers of lanes from arrays and in arrays, for the lanes of lanes_vector.h: packs, quads, elements with their
// successors, transposed rows.
#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <cstdint>

#include "numerics/lanes_vector.h"

namespace rockfall {
namespace {

// A vector in an array of doubles. GCC copies the bytes of a vector piece by piece.
typedef double VectorInArray __attribute__((vector_size(8 * kVectorLanes), aligned(8), may_alias));

/// kPackCount numbers from an array.
inline Pack pack_at(const double* x) { return {{*reinterpret_cast<const VectorInArray*>(x)}}; }
inline Pack pack_at(const float* x) {
#if !defined(ROCKFALL_ONE_LANE) && defined(__AVX512F__)
  return {{_mm512_maskz_cvtps_pd(0xFF, _mm256_loadu_ps(x))}};
#elif !defined(ROCKFALL_ONE_LANE) && defined(__AVX2__)
  return {{_mm256_cvtps_pd(_mm_loadu_ps(x))}};
#else
  Pack pack;
  for (int lane = 0; lane < kPackCount; ++lane) pack.set(lane, static_cast<double>(x[lane]));
  return pack;
#endif
}
inline void store_pack(const Pack& pack, double* x) { *reinterpret_cast<VectorInArray*>(x) = pack.v[0]; }

/// Four lanes, whatever the width of the vectors: sums of four parts have the same bits everywhere. Wider vectors leave
/// the other lanes unused.
constexpr int kQuadVectors = kVectorLanes < 4 ? 4 / kVectorLanes : 1;
using Quad = LanesOf<kQuadVectors>;

/// Four numbers from an array.
inline Quad quad_at(const double* x) {
#if !defined(ROCKFALL_ONE_LANE) && defined(__AVX512F__)
  Quad quad = filled<kQuadVectors>(0.0);
  for (int lane = 0; lane < 4; ++lane) quad.set(lane, x[lane]);
  return quad;
#else
  return for_vectors<Quad, kQuadVectors>([&](Quad& r, int i) { r.v[i] = pack_at(x + i * kVectorLanes).v[0]; });
#endif
}
inline void store_quad(const Quad& quad, double* x) {
#if !defined(ROCKFALL_ONE_LANE) && defined(__AVX512F__)
  for (int lane = 0; lane < 4; ++lane) x[lane] = quad[lane];
#else
  for (int i = 0; i < kQuadVectors; ++i) store_pack({{quad.v[i]}}, x + i * kVectorLanes);
#endif
}
inline Quad quad_of(double x) { return filled<kQuadVectors>(x); }
/// As many quads as a vector has room for, one after the other.
#if !defined(ROCKFALL_ONE_LANE) && defined(__AVX512F__)
constexpr uint32_t kQuads = 2;
using Quads = Pack;
/// The numbers of each quad from an array of its own.
inline Quads quads_at(const double* first, const double* second) {
  const __m512d low = _mm512_castpd256_pd512(_mm256_loadu_pd(first));
  return {{_mm512_maskz_insertf64x4(0xFF, low, _mm256_loadu_pd(second), 1)}};
}
/// The lanes of a from the second on, then the first lane of b.
inline Quads next_lanes(const Quads& a, const Quads& b) {
  const __m512i low = _mm512_castpd_si512(a.v[0]), high = _mm512_castpd_si512(b.v[0]);
  return {{_mm512_castsi512_pd(_mm512_maskz_alignr_epi64(0xFF, high, low, 1))}};
}
/// (sum + the first quad) + the second quad, which is left out unless `all`.
inline Quad sum_with(const Quad& sum, const Quads& quads, bool all) {
  const __m512d second = _mm512_maskz_shuffle_f64x2(all ? 0xFF : 0, quads.v[0], quads.v[0], 0xEE);
  return {{(sum.v[0] + quads.v[0]) + second}};
}
#else
constexpr uint32_t kQuads = 1;
using Quads = Quad;
inline Quads quads_at(const double* first, const double*) { return quad_at(first); }
inline Quads next_lanes(const Quads& a, const Quads& b) {
#if !defined(ROCKFALL_ONE_LANE) && defined(__AVX2__)
  return {{_mm256_shuffle_pd(a.v[0], _mm256_permute2f128_pd(a.v[0], b.v[0], 0x21), 0x5)}};
#else
  Quads next = a;
  for (int lane = 0; lane < 3; ++lane) next.set(lane, a[lane + 1]);
  next.set(3, b[0]);
  return next;
#endif
}
inline Quad sum_with(const Quad& sum, const Quads& quads, bool) { return sum + quads; }
#endif

/// Elements of an array. @param index  kPackCount integers
inline Pack elements_of(const double* array, const uint32_t* index) {
  Pack pack;
  for (int lane = 0; lane < kPackCount; ++lane) pack.set(lane, array[index[lane]]);
  return pack;
}

/// The numbers at kPackCount places.
inline Pack elements_at(const double* const (&place)[kPackCount]) {
  Pack pack;
  for (int lane = 0; lane < kPackCount; ++lane) pack.set(lane, *place[lane]);
  return pack;
}
/// As an array of kLaneCount numbers.
inline const double* numbers_of(const Lanes& x) { return reinterpret_cast<const double*>(&x); }
/// True if choosing elements of lanes takes one instruction.
#if !defined(ROCKFALL_ONE_LANE) && defined(__AVX512F__)
constexpr bool kChoosesQuickly = true;
#else
constexpr bool kChoosesQuickly = false;
#endif
/// Elements of lanes. @param lane  kPackCount numbers of lanes
inline Pack chosen(const Lanes& x, const uint32_t* lane) {
#if !defined(ROCKFALL_ONE_LANE) && defined(__AVX512F__)
  const __m512i number = _mm512_maskz_cvtepu32_epi64(0xFF, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(lane)));
  return {{_mm512_permutex2var_pd(x.v[0], number, x.v[1])}};
#else
  return elements_of(numbers_of(x), lane);
#endif
}

/// Of a pack in lanes; the lanes are those of pack 0, then of pack 1.
inline Pack pack_of(const Lanes& x, int pack) { return {{x.v[pack]}}; }
inline void set_pack(Lanes& x, int pack, const Pack& value) { x.v[pack] = value.v[0]; }
inline void set_pack(LaneMask& x, int pack, const PackMask& value) { x.bits[pack] = value.bits[0]; }

struct PackPair {
  Pack first, second;
};

#if !defined(ROCKFALL_ONE_LANE) && defined(__AVX2__) && !defined(__AVX512F__)
/// x without the fractional part. @param x  0 to below 2^52
inline Pack whole_part(const Pack& x) { return {{_mm256_round_pd(x.v[0], _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)}}; }
// Whole numbers from 0 to below 2^52 as integers: the last bits of the sum with 2^52.
inline __m256i integers_of(const Pack& whole) {
  const DoubleVector first = DoubleVector{} + 4503599627370496.0, sum = whole.v[0] + first;
  return reinterpret_cast<__m256i>(reinterpret_cast<BitVector>(sum) ^ reinterpret_cast<BitVector>(first));
}
/// Elements of an array and those after them. @param index  whole numbers from 0 to below 2^52
inline PackPair gathered_pairs(const double* array, const Pack& index) {
  // Gather instructions are slower on some processors.
  const __m256i at = integers_of(index);
  const auto pair = [&](int64_t i) { return _mm_loadu_pd(array + i); };
  const __m256d even = _mm256_set_m128d(pair(at[2]), pair(at[0])), odd = _mm256_set_m128d(pair(at[3]), pair(at[1]));
  return {{{_mm256_unpacklo_pd(even, odd)}}, {{_mm256_unpackhi_pd(even, odd)}}};
}
inline PackPair gathered_pairs(const float* array, const Pack& index) {
  const __m256i at = integers_of(index);
  const auto pair = [&](int64_t i) { return _mm_castsi128_ps(_mm_loadu_si64(array + i)); };
  const __m128 first = _mm_movelh_ps(pair(at[0]), pair(at[1])), last = _mm_movelh_ps(pair(at[2]), pair(at[3]));
  return {{{_mm256_cvtps_pd(_mm_shuffle_ps(first, last, _MM_SHUFFLE(2, 0, 2, 0)))}},
          {{_mm256_cvtps_pd(_mm_shuffle_ps(first, last, _MM_SHUFFLE(3, 1, 3, 1)))}}};
}
#elif !defined(ROCKFALL_ONE_LANE) && defined(__AVX512F__)
/// x without the fractional part. @param x  0 to below 2^52
inline Pack whole_part(const Pack& x) {
  return {{_mm512_maskz_roundscale_pd(0xFF, x.v[0], _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)}};
}
// Whole numbers from 0 to below 2^52 as integers: the last bits of the sum with 2^52.
struct Integers {
  explicit Integers(const Pack& whole) {
    const DoubleVector first = DoubleVector{} + 4503599627370496.0, sum = whole.v[0] + first;
    _mm512_storeu_si512(
        at, reinterpret_cast<__m512i>(reinterpret_cast<BitVector>(sum) ^ reinterpret_cast<BitVector>(first)));
  }
  int64_t at[8];
};
inline __m512d joined(__m256d low, __m256d high) {
  return _mm512_maskz_insertf64x4(0xFF, _mm512_castpd256_pd512(low), high, 1);
}
/// Elements of an array and those after them. @param index  whole numbers from 0 to below 2^52
inline PackPair gathered_pairs(const double* array, const Pack& index) {
  const Integers i(index);
  const auto pairs = [&](int a, int b) {
    return _mm256_set_m128d(_mm_loadu_pd(array + i.at[b]), _mm_loadu_pd(array + i.at[a]));
  };
  const __m512d even = joined(pairs(0, 2), pairs(4, 6)), odd = joined(pairs(1, 3), pairs(5, 7));
  return {{{_mm512_maskz_unpacklo_pd(0xFF, even, odd)}}, {{_mm512_maskz_unpackhi_pd(0xFF, even, odd)}}};
}
inline PackPair gathered_pairs(const float* array, const Pack& index) {
  const Integers i(index);
  const auto pairs = [&](int a, int b) {
    return _mm_castsi128_pd(_mm_unpacklo_epi64(_mm_loadu_si64(array + i.at[a]), _mm_loadu_si64(array + i.at[b])));
  };
  const __m512i all = _mm512_castpd_si512(
      joined(_mm256_set_m128d(pairs(2, 3), pairs(0, 1)), _mm256_set_m128d(pairs(6, 7), pairs(4, 5))));
  const auto numbers = [](__m512i low_halves) {
    return _mm512_maskz_cvtps_pd(0xFF, _mm256_castsi256_ps(_mm512_maskz_cvtepi64_epi32(0xFF, low_halves)));
  };
  return {{{numbers(all)}}, {{numbers(_mm512_maskz_srli_epi64(0xFF, all, 32))}}};
}
#else
/// x without the fractional part. @param x  0 to below 2^52
inline Pack whole_part(const Pack& x) {
  Pack whole;
  for (int lane = 0; lane < kPackCount; ++lane) whole.set(lane, static_cast<double>(static_cast<int64_t>(x[lane])));
  return whole;
}
/// Elements of an array and those after them. @param index  whole numbers from 0 to below 2^52
template <class Number>
inline PackPair gathered_pairs(const Number* array, const Pack& index) {
  PackPair pair;
  for (int lane = 0; lane < kPackCount; ++lane) {
    const Number* const first = array + static_cast<int64_t>(index[lane]);
    pair.first.set(lane, static_cast<double>(first[0]));
    pair.second.set(lane, static_cast<double>(first[1]));
  }
  return pair;
}
#endif

/// The columns of rows of four numbers, one row for each lane.
inline void transpose(const double* const (&row)[kPackCount], Pack (&column)[4]) {
#if !defined(ROCKFALL_ONE_LANE) && defined(__AVX512F__)
  const auto rows = [&](int i) { return joined(_mm256_loadu_pd(row[i]), _mm256_loadu_pd(row[i + 4])); };
  const __m512d a = rows(0), b = rows(1), c = rows(2), d = rows(3);
  const __m512d even_ab = _mm512_maskz_unpacklo_pd(0xFF, a, b), even_cd = _mm512_maskz_unpacklo_pd(0xFF, c, d),
                odd_ab = _mm512_maskz_unpackhi_pd(0xFF, a, b), odd_cd = _mm512_maskz_unpackhi_pd(0xFF, c, d);
  const __m512i first = _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0), last = _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
  column[0] = {{_mm512_permutex2var_pd(even_ab, first, even_cd)}};
  column[1] = {{_mm512_permutex2var_pd(odd_ab, first, odd_cd)}};
  column[2] = {{_mm512_permutex2var_pd(even_ab, last, even_cd)}};
  column[3] = {{_mm512_permutex2var_pd(odd_ab, last, odd_cd)}};
#elif !defined(ROCKFALL_ONE_LANE) && defined(__AVX2__)
  const __m256d a = _mm256_loadu_pd(row[0]), b = _mm256_loadu_pd(row[1]), c = _mm256_loadu_pd(row[2]),
                d = _mm256_loadu_pd(row[3]);
  const __m256d even_ab = _mm256_unpacklo_pd(a, b), even_cd = _mm256_unpacklo_pd(c, d),
                odd_ab = _mm256_unpackhi_pd(a, b), odd_cd = _mm256_unpackhi_pd(c, d);
  column[0] = {{_mm256_permute2f128_pd(even_ab, even_cd, 0x20)}};
  column[1] = {{_mm256_permute2f128_pd(odd_ab, odd_cd, 0x20)}};
  column[2] = {{_mm256_permute2f128_pd(even_ab, even_cd, 0x31)}};
  column[3] = {{_mm256_permute2f128_pd(odd_ab, odd_cd, 0x31)}};
#else
  for (int k = 0; k < 4; ++k) {
    column[k] = packed(row[0][k]);
    for (int lane = 1; lane < kPackCount; ++lane) column[k].set(lane, row[lane][k]);
  }
#endif
}

template <int N>
inline LanesOf<N> whole_part(const LanesOf<N>& x) {
  return for_vectors<LanesOf<N>, N>([&](LanesOf<N>& r, int i) { r.v[i] = whole_part(Pack{{x.v[i]}}).v[0]; });
}

}  // namespace
}  // namespace rockfall
