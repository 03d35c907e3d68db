// Small dense linear systems, solved in place and without heap.
#pragma once

#include <cmath>
#include <cstddef>

namespace rockfall {

/// Solve A x = b by Gaussian elimination with partial pivoting.
/// @tparam N  n if known at compile time (faster, same bits); otherwise 0
/// @param a   n x n, row-major with `stride` doubles per row; overwritten
/// @param b   in: right-hand side; out: x
/// @return    false if A is singular to working precision (b is then undefined)
template <int N = 0>
bool dense_solve(double* a, double* b, int n, int stride) {
  const int size = N > 0 ? N : n;
  for (int k = 0; k < size; ++k) {
    double* const row = a + k * stride;
    double largest = std::fabs(row[k]);
    int pivot = k;
    for (int i = k + 1; i < size; ++i) {
      const double candidate = std::fabs(a[i * stride + k]);
      pivot = candidate > largest ? i : pivot;
      largest = candidate > largest ? candidate : largest;
    }
    if (!(largest > 1e-300)) return false;
    // For fixed N whole rows are faster, although the entries left of the diagonal are not needed.
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
    const double inverse_pivot = 1.0 / row[k];
    for (int i = k + 1; i < size; ++i) {
      double* const below = a + i * stride;
      const double factor = below[k] * inverse_pivot;
      for (int j = first; j < size; ++j) below[j] -= factor * row[j];
      b[i] -= factor * b[k];
    }
    row[k] = inverse_pivot;
  }
  for (int k = size - 1; k >= 0; --k) {
    b[k] *= a[k * stride + k];
    for (int i = 0; i < k; ++i) b[i] -= a[i * stride + k] * b[k];
  }
  return true;
}

}  // namespace rockfall
