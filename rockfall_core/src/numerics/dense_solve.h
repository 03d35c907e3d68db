// Small dense linear systems of run-time size, in place and without heap.
#pragma once

#include <cmath>
#include <cstddef>

namespace rockfall {

/// Solve A x = b by Gaussian elimination with partial pivoting.
/// @param a  n x n, row-major with `stride` doubles a row; overwritten
/// @param b  right-hand side; becomes x
/// @return   false if A is singular to working precision (b is then spoilt)
inline bool dense_solve(double* a, double* b, int n, int stride) {
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::fabs(a[i * stride + k]) > std::fabs(a[pivot * stride + k])) pivot = i;
    }
    if (!(std::fabs(a[pivot * stride + k]) > 1e-300)) return false;
    if (pivot != k) {
      for (int j = k; j < n; ++j) {
        const double swapped = a[k * stride + j];
        a[k * stride + j] = a[pivot * stride + j];
        a[pivot * stride + j] = swapped;
      }
      const double swapped = b[k];
      b[k] = b[pivot];
      b[pivot] = swapped;
    }
    const double over_pivot = 1.0 / a[k * stride + k];
    for (int i = k + 1; i < n; ++i) {
      const double factor = a[i * stride + k] * over_pivot;
      if (factor == 0) continue;
      for (int j = k + 1; j < n; ++j) a[i * stride + j] -= factor * a[k * stride + j];
      b[i] -= factor * b[k];
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    for (int j = k + 1; j < n; ++j) b[k] -= a[k * stride + j] * b[j];
    b[k] /= a[k * stride + k];
  }
  return true;
}

}  // namespace rockfall
