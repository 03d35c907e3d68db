#include "numerics/six.h"

#include <cmath>

namespace rockfall {
namespace {

// A row of the equations with its right-hand side.
struct AugmentedRow {
  Six left;
  double right;
};

// Eliminate unknown K from the rows after it. The loops over K are templates, so that their bounds are constants.
template <int K>
void eliminate_six(AugmentedRow** row, double* inverse_pivot) {
  int pivot = K;
  double largest = std::fabs(row[K]->left[K]);
  for (int i = K + 1; i < 6; ++i) {
    const double candidate = std::fabs(row[i]->left[K]);
    pivot = candidate > largest ? i : pivot;
    largest = candidate > largest ? candidate : largest;
  }
  AugmentedRow* const chosen = row[pivot];
  row[pivot] = row[K];
  row[K] = chosen;
  inverse_pivot[K] = 1.0 / chosen->left[K];
  for (int i = K + 1; i < 6; ++i) {
    AugmentedRow& below = *row[i];
    const double factor = below.left[K] * inverse_pivot[K];
    const Pair factors = pair_of(factor, factor);
    // The columns before K are not needed any more.
    for (int j = K / 2; j < 3; ++j) below.left.pair[j] = below.left.pair[j] - factors * chosen->left.pair[j];
    below.right -= factor * chosen->right;
  }
  if constexpr (K < 5) eliminate_six<K + 1>(row, inverse_pivot);
}

template <int K>
void substitute_six(AugmentedRow* const* row, const double* inverse_pivot, double* x) {
  double rest = row[K]->right;
  for (int j = K + 1; j < 6; ++j) rest -= row[K]->left[j] * x[j];
  x[K] = rest * inverse_pivot[K];
  if constexpr (K > 0) substitute_six<K - 1>(row, inverse_pivot, x);
}

}  // namespace

Six SixEquations::solved() const {
  AugmentedRow rows_of[6];
  AugmentedRow* row[6];
  double inverse_pivot[6], x[6];
  for (int i = 0; i < 6; ++i) {
    rows_of[i] = {rows[i], right[i]};
    row[i] = &rows_of[i];
  }
  eliminate_six<0>(row, inverse_pivot);
  substitute_six<5>(row, inverse_pivot, x);
  return six_of(x, x + 3);
}

}  // namespace rockfall
