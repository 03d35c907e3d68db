// 4 x 4 matrices as OpenGL takes them: single precision, column by column. Places are relative to the eye, so that
// single precision is enough however far the local origin is.
#ifndef ROCKFALL_VIEWER_MATRIX_H
#define ROCKFALL_VIEWER_MATRIX_H

#include <array>
#include <cmath>

#include "rockfall_viewer/camera.h"

namespace rockfall_viewer {

using Matrix = std::array<float, 16>;

inline Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t k = 0; k < 4; ++k) c[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    }
  }
  return c;
}

/** Rotation to the axes of a view whose eye is the origin: x right, y up, z backward. */
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

inline Matrix perspective(double field_of_view, double aspect, double nearest, double farthest) {
  const double f = 1 / std::tan(0.5 * field_of_view);
  Matrix m{};
  m[0] = static_cast<float>(f / aspect);
  m[5] = static_cast<float>(f);
  m[10] = static_cast<float>((farthest + nearest) / (nearest - farthest));
  m[11] = -1;
  m[14] = static_cast<float>(2 * farthest * nearest / (nearest - farthest));
  return m;
}

/** Parallel projection of a cube of half side `radius` around `centre` along the axes. */
inline Matrix parallel(const CameraAxes& axes, const Vec3& centre, double radius) {
  Matrix m = view_rotation(axes);
  for (float& value : m) value = static_cast<float>(value / radius);
  m[12] = static_cast<float>(-dot(axes.right, centre) / radius);
  m[13] = static_cast<float>(-dot(axes.up, centre) / radius);
  m[14] = static_cast<float>(dot(axes.forward, centre) / radius);
  // Depth grows along the line of sight.
  for (const std::size_t k : {2u, 6u, 10u, 14u}) m[k] = -m[k];
  m[15] = 1;
  return m;
}

}  // namespace rockfall_viewer
#endif
