// Eigen matrices as the types that formulas share with SIMD lanes.
#pragma once

#include "numerics/linear.h"
#include "numerics/matrix_of.h"

namespace rockfall {

inline MatrixOf<double> matrix_of(const Mat3& m) {
  return {{{m(0, 0), m(0, 1), m(0, 2)}, {m(1, 0), m(1, 1), m(1, 2)}, {m(2, 0), m(2, 1), m(2, 2)}}};
}

struct MatrixColumns {
  explicit MatrixColumns(const Mat3& m) : at{vector_of(m.data()), vector_of(m.data() + 3), vector_of(m.data() + 6)} {}
  VectorOf<double> at[3];
};

}  // namespace rockfall
