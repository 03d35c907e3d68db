// Small dense linear systems, in place and without heap.
#pragma once

#include <cmath>
#include <cstddef>

namespace rockfall {

/// Solve A x = b by Gaussian elimination with partial pivoting.
/// @tparam N  n where it is known in advance, which is faster and gives the same bits; 0 otherwise
/// @param a   n x n, row-major with `stride` doubles a row; overwritten
/// @param b   right-hand side; becomes x
/// @return    false if A is singular to working precision (b is then spoilt)
template <int N = 0>
bool dense_solve(double* a, double* b, int n, int stride) {
  const int size = N > 0 ? N : n;
  for (int k = 0; k < size; ++k) {
    double* const row = a + k * stride;
    double most = std::fabs(row[k]);
    int pivot = k;
    for (int i = k + 1; i < size; ++i) {
      const double candidate = std::fabs(a[i * stride + k]);
      pivot = candidate > most ? i : pivot;
      most = candidate > most ? candidate : most;
    }
    if (!(most > 1e-300)) return false;
    // Of a small system whole rows are quicker, though what is left of the diagonal is not needed any more.
    const int first = N > 0 ? 0 : k + 1;
    if (pivot != k) {
      double* const other = a + pivot * stride;
      for (int j = N > 0 ? 0 : k; j < size; ++j) {
        const double swapped = row[j];
        row[j] = other[j];
        other[j] = swapped;
      }
      const double swapped = b[k];
      b[k] = b[pivot];
      b[pivot] = swapped;
    }
    const double over_pivot = 1.0 / row[k];
    for (int i = k + 1; i < size; ++i) {
      double* const below = a + i * stride;
      const double factor = below[k] * over_pivot;
      for (int j = first; j < size; ++j) below[j] -= factor * row[j];
      b[i] -= factor * b[k];
    }
    row[k] = over_pivot;
  }
  for (int k = size - 1; k >= 0; --k) {
    b[k] *= a[k * stride + k];
    for (int i = 0; i < k; ++i) b[i] -= a[i * stride + k] * b[k];
  }
  return true;
}

}  // namespace rockfall
