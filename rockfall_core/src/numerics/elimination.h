// Gaussian elimination for systems of a size known at compile time, computed in pairs with constant loop bounds.
#pragma once

#include <cmath>

#include "numerics/pair.h"

namespace rockfall {

/// One of N equations: a row of A, and its right-hand side.
template <int N>
struct Equation {
  static constexpr int kWidth = N + N % 2;
  double left[kWidth];  // the padding may hold anything
  double right;
};

/// Subtract a multiple of a row so that unknown K vanishes. Left of the diagonal anything remains.
/// @param inverse_pivot  of unknown K in that row
template <int N, int K>
inline void eliminate_from(Equation<N>& below, const Equation<N>& chosen, double inverse_pivot) {
  const double factor = below.left[K] * inverse_pivot;
  const Pair factors = pair_of(factor, factor);
  for (int j = K / 2 * 2; j < N; j += 2) {
    store_pair(load_pair(below.left + j) - factors * load_pair(chosen.left + j), below.left + j);
  }
  below.right -= factor * chosen.right;
}

/// Eliminate unknown K and those after it by partial pivoting, which exchanges the pointers. Left of the diagonal
/// anything remains.
/// @param inverse_pivot  N numbers, set; not finite if the equations are singular
template <int N, int K = 0>
inline void eliminate(Equation<N>** row, double* inverse_pivot) {
  int pivot = K;
  double largest = std::fabs(row[K]->left[K]);
  for (int i = K + 1; i < N; ++i) {
    const double candidate = std::fabs(row[i]->left[K]);
    pivot = candidate > largest ? i : pivot;
    largest = candidate > largest ? candidate : largest;
  }
  Equation<N>* const chosen = row[pivot];
  row[pivot] = row[K];
  row[K] = chosen;
  inverse_pivot[K] = 1.0 / chosen->left[K];
  for (int i = K + 1; i < N; ++i) eliminate_from<N, K>(*row[i], *chosen, inverse_pivot[K]);
  if constexpr (K + 1 < N) eliminate<N, K + 1>(row, inverse_pivot);
}

}  // namespace rockfall
