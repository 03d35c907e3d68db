// Vectors of six numbers, the linear and angular part of a motion of a rigid body, and systems of six equations.
// Computed with in pairs, which every processor has; the bits are the same with and without vectors.
#pragma once

namespace rockfall {

#if !defined(ROCKFALL_PORTABLE_LANES) && (defined(__GNUC__) || defined(__clang__))
typedef double Pair __attribute__((vector_size(16)));
#else
struct Pair {
  double a[2];
  double operator[](int i) const { return a[i]; }
};
inline Pair operator+(const Pair& x, const Pair& y) { return {{x.a[0] + y.a[0], x.a[1] + y.a[1]}}; }
inline Pair operator-(const Pair& x, const Pair& y) { return {{x.a[0] - y.a[0], x.a[1] - y.a[1]}}; }
inline Pair operator*(const Pair& x, const Pair& y) { return {{x.a[0] * y.a[0], x.a[1] * y.a[1]}}; }
#endif

inline Pair pair_of(double x, double y) { return Pair{x, y}; }

struct Six {
  Pair pair[3];
  double operator[](int i) const { return pair[i / 2][i % 2]; }
};

inline Six six_of(const double linear[3], const double angular[3]) {
  return {{pair_of(linear[0], linear[1]), pair_of(linear[2], angular[0]), pair_of(angular[1], angular[2])}};
}

inline Six operator+(const Six& x, const Six& y) {
  return {{x.pair[0] + y.pair[0], x.pair[1] + y.pair[1], x.pair[2] + y.pair[2]}};
}
inline Six operator-(const Six& x, const Six& y) {
  return {{x.pair[0] - y.pair[0], x.pair[1] - y.pair[1], x.pair[2] - y.pair[2]}};
}
inline Six operator*(double k, const Six& x) {
  const Pair factor = pair_of(k, k);
  return {{factor * x.pair[0], factor * x.pair[1], factor * x.pair[2]}};
}

inline double dot(const Six& x, const Six& y) {
  const Pair sum = (x.pair[0] * y.pair[0] + x.pair[1] * y.pair[1]) + x.pair[2] * y.pair[2];
  return sum[0] + sum[1];
}

/// A system A x = b of six equations.
struct SixEquations {
  Six rows[6];  // of A
  Six right;    // b

  /// 1 x = 0.
  static SixEquations identity() {
    const Pair zero = pair_of(0, 0), first = pair_of(1, 0), second = pair_of(0, 1);
    return {{{{first, zero, zero}},
             {{second, zero, zero}},
             {{zero, first, zero}},
             {{zero, second, zero}},
             {{zero, zero, first}},
             {{zero, zero, second}}},
            {{zero, zero, zero}}};
  }

  /// A += x y^T.
  void add_product(const Six& x, const Six& y) {
    for (int i = 0; i < 6; ++i) rows[i] = rows[i] + x[i] * y;
  }

  /// x by Gaussian elimination with partial pivoting. Not finite if A is singular.
  Six solved() const;
};

}  // namespace rockfall
