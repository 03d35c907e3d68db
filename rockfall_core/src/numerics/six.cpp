#include "numerics/six.h"

namespace rockfall {
namespace {

// Equations whose unknowns are eliminated in order.
struct Ordered {
  double left[6][6], right[6], inverse_pivot[6];
};

// Eliminate unknown K and those after it. Left of the diagonal anything remains.
template <int K>
void eliminate_in_order(Ordered& equations) {
  const double* const chosen = equations.left[K];
  equations.inverse_pivot[K] = 1.0 / chosen[K];
  for (int i = K + 1; i < 6; ++i) {
    double* const below = equations.left[i];
    const double factor = below[K] * equations.inverse_pivot[K];
    const Pair factors = pair_of(factor, factor);
    for (int j = K / 2 * 2; j < 6; j += 2) {
      store_pair(load_pair(below + j) - factors * load_pair(chosen + j), below + j);
    }
    equations.right[i] -= factor * equations.right[K];
  }
  if constexpr (K + 1 < 6) eliminate_in_order<K + 1>(equations);
}

template <int K>
void substitute(const Ordered& equations, double* x) {
  double rest = equations.right[K];
  for (int j = K + 1; j < 6; ++j) rest -= equations.left[K][j] * x[j];
  x[K] = rest * equations.inverse_pivot[K];
  if constexpr (K > 0) substitute<K - 1>(equations, x);
}

}  // namespace

Six SixEquations::solved() const {
  Ordered equations;
  double x[6];
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 3; ++j) store_pair(rows[i].pair[j], equations.left[i] + 2 * j);
    equations.right[i] = right[i];
  }
  eliminate_in_order<0>(equations);
  substitute<5>(equations, x);
  return six_of(x, x + 3);
}

}  // namespace rockfall
