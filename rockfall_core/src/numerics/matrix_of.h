// Matrices of 3 by 3 numbers as templates, for formulas shared by double and SIMD lanes.
#pragma once

#include "numerics/vector_of.h"

namespace rockfall {

template <class Real>
struct MatrixOf {
  Real at[3][3];  // row, column
};

template <class Real>
VectorOf<Real> column_of(const MatrixOf<Real>& m, int j) {
  return {{m.at[0][j], m.at[1][j], m.at[2][j]}};
}

template <class Real>
VectorOf<Real> product(const MatrixOf<Real>& m, const VectorOf<Real>& v) {
  VectorOf<Real> result;
  for (int i = 0; i < 3; ++i) result[i] = m.at[i][0] * v[0] + (m.at[i][1] * v[1] + m.at[i][2] * v[2]);
  return result;
}

template <class Real>
MatrixOf<Real> transposed(const MatrixOf<Real>& m) {
  MatrixOf<Real> result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result.at[i][j] = m.at[j][i];
  }
  return result;
}

template <class Real>
MatrixOf<Real> inverse_of(const MatrixOf<Real>& m) {
  const VectorOf<Real> a = column_of(m, 0), b = column_of(m, 1), c = column_of(m, 2);
  const VectorOf<Real> rows[3] = {cross(b, c), cross(c, a), cross(a, b)};
  const Real inverse_det = 1.0 / dot(a, rows[0]);
  MatrixOf<Real> inverse;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) inverse.at[i][j] = inverse_det * rows[i][j];
  }
  return inverse;
}

template <class Condition, class Real>
MatrixOf<Real> select(const Condition& condition, const MatrixOf<Real>& yes, const MatrixOf<Real>& no) {
  MatrixOf<Real> result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result.at[i][j] = select(condition, yes.at[i][j], no.at[i][j]);
  }
  return result;
}

}  // namespace rockfall
