#include "numerics/six.h"

namespace rockfall {
namespace {

// One of six equations: a row of A, and its right-hand side.
struct Equation {
  double left[6];
  double right;
};

// Subtract a multiple of a row so that unknown K vanishes. Left of the diagonal anything remains.
template <int K>
void eliminate_from(Equation& below, const Equation& chosen, double inverse_pivot) {
  const double factor = below.left[K] * inverse_pivot;
  const Pair factors = pair_of(factor, factor);
  for (int j = K / 2 * 2; j < 6; j += 2) {
    store_pair(load_pair(below.left + j) - factors * load_pair(chosen.left + j), below.left + j);
  }
  below.right -= factor * chosen.right;
}

// Eliminate unknown K and those after it.
template <int K>
void eliminate(Equation* row, double* inverse_pivot) {
  inverse_pivot[K] = 1.0 / row[K].left[K];
  for (int i = K + 1; i < 6; ++i) eliminate_from<K>(row[i], row[K], inverse_pivot[K]);
  if constexpr (K + 1 < 6) eliminate<K + 1>(row, inverse_pivot);
}

template <int K>
void substitute(const Equation* row, const double* inverse_pivot, double* x) {
  double rest = row[K].right;
  for (int j = K + 1; j < 6; ++j) rest -= row[K].left[j] * x[j];
  x[K] = rest * inverse_pivot[K];
  if constexpr (K > 0) substitute<K - 1>(row, inverse_pivot, x);
}

}  // namespace

Six SixEquations::solved() const {
  Equation row[6];
  double inverse_pivot[6], x[6];
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 3; ++j) store_pair(rows[i].pair[j], row[i].left + 2 * j);
    row[i].right = right[i];
  }
  eliminate<0>(row, inverse_pivot);
  substitute<5>(row, inverse_pivot, x);
  return six_of(x, x + 3);
}

}  // namespace rockfall
