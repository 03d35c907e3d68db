#include "numerics/six.h"

#include "numerics/elimination.h"

namespace rockfall {
namespace {

// Eliminate unknown K and those after it.
template <int K>
void eliminate_in_order(Equation<6>* row, double* inverse_pivot) {
  inverse_pivot[K] = 1.0 / row[K].left[K];
  for (int i = K + 1; i < 6; ++i) eliminate_from<6, K>(row[i], row[K], inverse_pivot[K]);
  if constexpr (K + 1 < 6) eliminate_in_order<K + 1>(row, inverse_pivot);
}

template <int K>
void substitute_six(const Equation<6>* row, const double* inverse_pivot, double* x) {
  double rest = row[K].right;
  for (int j = K + 1; j < 6; ++j) rest -= row[K].left[j] * x[j];
  x[K] = rest * inverse_pivot[K];
  if constexpr (K > 0) substitute_six<K - 1>(row, inverse_pivot, x);
}

}  // namespace

Six SixEquations::solved() const {
  Equation<6> row[6];
  double inverse_pivot[6], x[6];
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 3; ++j) store_pair(rows[i].pair[j], row[i].left + 2 * j);
    row[i].right = right[i];
  }
  eliminate_in_order<0>(row, inverse_pivot);
  substitute_six<5>(row, inverse_pivot, x);
  return six_of(x, x + 3);
}

}  // namespace rockfall
