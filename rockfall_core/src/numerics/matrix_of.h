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

/// Inverse of the matrix with these columns.
template <class Real>
MatrixOf<Real> inverse_of_columns(const VectorOf<Real>& a, const VectorOf<Real>& b, const VectorOf<Real>& c) {
  const VectorOf<Real> bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
  const Real inverse_det = 1.0 / dot(a, bc);
  return {{{inverse_det * bc[0], inverse_det * bc[1], inverse_det * bc[2]},
           {inverse_det * ca[0], inverse_det * ca[1], inverse_det * ca[2]},
           {inverse_det * ab[0], inverse_det * ab[1], inverse_det * ab[2]}}};
}

template <class Real>
MatrixOf<Real> inverse_of(const MatrixOf<Real>& m) {
  return inverse_of_columns(column_of(m, 0), column_of(m, 1), column_of(m, 2));
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
