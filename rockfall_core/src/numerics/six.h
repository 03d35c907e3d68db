// Vectors of six numbers, the linear and angular part of a motion of a rigid body, and systems of six equations.
#pragma once

#include "numerics/pair.h"

namespace rockfall {

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

  /// x by Gaussian elimination without exchanging rows. That is accurate for A = 1 + M^-1 K with K symmetric and
  /// positive semidefinite, as of contacts that stick, and loses up to three digits where friction makes K asymmetric.
  /// Not finite if a pivot is zero.
  Six solved() const;
};

}  // namespace rockfall
