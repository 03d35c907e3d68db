// 4 x 4 matrices and vectors for OpenGL: single precision, column-major. Positions are relative to the eye, so single
// precision is sufficient at any distance from the local origin.
#ifndef ROCKFALL_VIEWER_MATRIX_H
#define ROCKFALL_VIEWER_MATRIX_H

#include <array>
#include <cmath>

#include "rockfall_viewer/camera.h"

namespace rockfall_viewer {

using Matrix = std::array<float, 16>;

inline std::array<float, 3> in_single_precision(const Vec3& a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}

inline Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t k = 0; k < 4; ++k) c[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    }
  }
  return c;
}

/** Rotation to view axes with the eye at the origin: x right, y up, z backward. */
inline Matrix view_rotation(const CameraAxes& axes) {
  const Vec3 rows[3] = {axes.right, axes.up, {-axes.forward.x, -axes.forward.y, -axes.forward.z}};
  Matrix m{};
  for (std::size_t row = 0; row < 3; ++row) {
    m[row] = static_cast<float>(rows[row].x);
    m[4 + row] = static_cast<float>(rows[row].y);
    m[8 + row] = static_cast<float>(rows[row].z);
  }
  m[15] = 1;
  return m;
}

/** @param shift_x, shift_y  see Camera */
inline Matrix perspective(double field_of_view, double aspect, double near_plane, double far_plane, double shift_x = 0,
                          double shift_y = 0) {
  const double f = 1 / std::tan(0.5 * field_of_view);
  Matrix m{};
  m[0] = static_cast<float>(f / aspect);
  m[5] = static_cast<float>(f);
  m[8] = static_cast<float>(-shift_x);
  m[9] = static_cast<float>(-shift_y);
  m[10] = static_cast<float>((far_plane + near_plane) / (near_plane - far_plane));
  m[11] = -1;
  m[14] = static_cast<float>(2 * far_plane * near_plane / (near_plane - far_plane));
  return m;
}

/** Orthographic projection of a cube with half side `radius` around `centre`. */
inline Matrix orthographic(const CameraAxes& axes, const Vec3& centre, double radius) {
  Matrix m = view_rotation(axes);
  for (float& value : m) value = static_cast<float>(value / radius);
  m[12] = static_cast<float>(-dot(axes.right, centre) / radius);
  m[13] = static_cast<float>(-dot(axes.up, centre) / radius);
  m[14] = static_cast<float>(dot(axes.forward, centre) / radius);
  // Depth increases along the line of sight.
  for (const std::size_t k : {2u, 6u, 10u, 14u}) m[k] = -m[k];
  m[15] = 1;
  return m;
}

}  // namespace rockfall_viewer
#endif
