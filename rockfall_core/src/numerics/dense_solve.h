// Small dense linear systems, solved in place and without heap.
#pragma once

#include <cmath>

namespace rockfall {

/// Solve A x = b by Gaussian elimination with partial pivoting.
/// @param a  n x n, row-major with `stride` doubles per row; overwritten
/// @param b  in: right-hand side; out: x
/// @return   false if A is singular to working precision (b is then undefined)
inline bool dense_solve(double* a, double* b, int n, int stride) {
  for (int k = 0; k < n; ++k) {
    double* const row = a + k * stride;
    double largest = std::fabs(row[k]);
    int pivot = k;
    for (int i = k + 1; i < n; ++i) {
      const double candidate = std::fabs(a[i * stride + k]);
      pivot = candidate > largest ? i : pivot;
      largest = candidate > largest ? candidate : largest;
    }
    if (!(largest > 1e-300)) return false;
    if (pivot != k) {
      double* const other = a + pivot * stride;
      for (int j = k; j < n; ++j) {
        const double swapped = row[j];
        row[j] = other[j];
        other[j] = swapped;
      }
      const double swapped = b[k];
      b[k] = b[pivot];
      b[pivot] = swapped;
    }
    const double inverse_pivot = 1.0 / row[k];
    for (int i = k + 1; i < n; ++i) {
      double* const below = a + i * stride;
      const double factor = below[k] * inverse_pivot;
      for (int j = k + 1; j < n; ++j) below[j] -= factor * row[j];
      b[i] -= factor * b[k];
    }
    row[k] = inverse_pivot;
  }
  for (int k = n - 1; k >= 0; --k) {
    b[k] *= a[k * stride + k];
    for (int i = 0; i < k; ++i) b[i] -= a[i * stride + k] * b[k];
  }
  return true;
}

}  // namespace rockfall
