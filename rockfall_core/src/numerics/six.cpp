#include "numerics/six.h"

#include "numerics/elimination.h"

namespace rockfall {
namespace {

template <int K>
void substitute_six(Equation<6>* const* row, const double* inverse_pivot, double* x) {
  double rest = row[K]->right;
  for (int j = K + 1; j < 6; ++j) rest -= row[K]->left[j] * x[j];
  x[K] = rest * inverse_pivot[K];
  if constexpr (K > 0) substitute_six<K - 1>(row, inverse_pivot, x);
}

}  // namespace

Six SixEquations::solved() const {
  Equation<6> equations[6];
  Equation<6>* row[6];
  double inverse_pivot[6], x[6];
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 3; ++j) store_pair(rows[i].pair[j], equations[i].left + 2 * j);
    equations[i].right = right[i];
    row[i] = &equations[i];
  }
  eliminate<6>(row, inverse_pivot);
  substitute_six<5>(row, inverse_pivot, x);
  return six_of(x, x + 3);
}

}  // namespace rockfall
