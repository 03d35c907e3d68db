// Pairs of doubles, which every processor computes with; the bits are the same with and without vectors. Written out
// where it matters: compilers do not find them in short loops.
#pragma once

#include <cstring>

namespace rockfall {

#if !defined(ROCKFALL_PORTABLE_LANES) && (defined(__GNUC__) || defined(__clang__))
#define ROCKFALL_PAIR_IS_VECTOR 1
#else
#define ROCKFALL_PAIR_IS_VECTOR 0
#endif

#if ROCKFALL_PAIR_IS_VECTOR
typedef double Pair __attribute__((vector_size(16)));
/// y where a comparison is not true.
inline Pair smaller_of(const Pair& x, const Pair& y) { return x < y ? x : y; }
#else
struct Pair {
  double a[2];
  double operator[](int i) const { return a[i]; }
};
inline Pair operator+(const Pair& x, const Pair& y) { return {{x.a[0] + y.a[0], x.a[1] + y.a[1]}}; }
inline Pair operator-(const Pair& x, const Pair& y) { return {{x.a[0] - y.a[0], x.a[1] - y.a[1]}}; }
inline Pair operator*(const Pair& x, const Pair& y) { return {{x.a[0] * y.a[0], x.a[1] * y.a[1]}}; }
inline Pair smaller_of(const Pair& x, const Pair& y) {
  return {{x.a[0] < y.a[0] ? x.a[0] : y.a[0], x.a[1] < y.a[1] ? x.a[1] : y.a[1]}};
}
#endif

inline Pair pair_of(double x, double y) { return Pair{x, y}; }

inline Pair load_pair(const double* x) {
  Pair pair;
  std::memcpy(&pair, x, sizeof pair);
  return pair;
}
inline void store_pair(const Pair& pair, double* x) { std::memcpy(x, &pair, sizeof pair); }

}  // namespace rockfall
