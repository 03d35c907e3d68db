#include "numerics/six.h"

#include <cmath>

namespace rockfall {

Six SixEquations::solved() const {
  Six a[6];
  double b[6], inverse_pivot[6];
  int order[6];  // of the rows after pivoting
  for (int i = 0; i < 6; ++i) {
    a[i] = rows[i];
    b[i] = right[i];
    order[i] = i;
  }
  for (int k = 0; k < 6; ++k) {
    int pivot = k;
    double largest = std::fabs(a[order[k]][k]);
    for (int i = k + 1; i < 6; ++i) {
      const double candidate = std::fabs(a[order[i]][k]);
      pivot = candidate > largest ? i : pivot;
      largest = candidate > largest ? candidate : largest;
    }
    const int chosen = order[pivot];
    order[pivot] = order[k];
    order[k] = chosen;
    const Six& row = a[chosen];
    inverse_pivot[k] = 1.0 / row[k];
    for (int i = k + 1; i < 6; ++i) {
      const int below = order[i];
      const double factor = a[below][k] * inverse_pivot[k];
      // The columns before k are not needed any more.
      for (int j = k / 2; j < 3; ++j) a[below].pair[j] = a[below].pair[j] - pair_of(factor, factor) * row.pair[j];
      b[below] -= factor * b[chosen];
    }
  }
  double x[6];
  for (int k = 5; k >= 0; --k) {
    double rest = b[order[k]];
    for (int j = k + 1; j < 6; ++j) rest -= a[order[k]][j] * x[j];
    x[k] = rest * inverse_pivot[k];
  }
  return six_of(x, x + 3);
}

}  // namespace rockfall
