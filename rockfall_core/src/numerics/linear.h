// Small fixed-size linear algebra: aliases of Eigen types, and compile-time checks of the flags that reproducible bits
// need.
#pragma once

#ifdef __FAST_MATH__
#error "rockfall promises the same bits everywhere: do not compile it with -ffast-math"
#endif
#ifndef EIGEN_DONT_VECTORIZE
#error "rockfall promises the same bits everywhere: compile with EIGEN_DONT_VECTORIZE (cmake/FloatingPoint.cmake)"
#endif

#include <cfloat>
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "rockfall promises the same bits everywhere: compile for SSE2 (-msse2 -mfpmath=sse), not for the x87"
#endif

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace rockfall {

using Vec2 = Eigen::Matrix<double, 2, 1, Eigen::DontAlign>;
using Vec3 = Eigen::Matrix<double, 3, 1, Eigen::DontAlign>;
using Mat32 = Eigen::Matrix<double, 3, 2, Eigen::DontAlign>;
using Mat2 = Eigen::Matrix<double, 2, 2, Eigen::DontAlign>;
using Mat3 = Eigen::Matrix<double, 3, 3, Eigen::DontAlign>;

inline Vec3 load3(const double* x) { return Vec3(x[0], x[1], x[2]); }
inline void store3(const Vec3& v, double* x) {
  x[0] = v[0];
  x[1] = v[1];
  x[2] = v[2];
}

/// The matrix of nine numbers, by rows.
inline Mat3 matrix_of_rows(const double a[9]) {
  Mat3 m;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) m(row, column) = a[3 * row + column];
  }
  return m;
}

/// Skew matrix: skew(a) b = a x b.
inline Mat3 skew(const Vec3& a) {
  Mat3 m;
  m << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return m;
}

}  // namespace rockfall
