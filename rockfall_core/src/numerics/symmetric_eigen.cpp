#include "numerics/symmetric_eigen.h"

#include <cmath>

namespace rockfall {
namespace {

// Rotate rows and columns p, q until a(p, q) vanishes.
void annihilate(Mat3& a, Mat3& v, int p, int q) {
  const double off = a(p, q);
  if (off == 0) return;
  const double theta = (a(q, q) - a(p, p)) / (2 * off);
  const double t = (theta >= 0 ? 1.0 : -1.0) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  for (int k = 0; k < 3; ++k) {
    const double kp = a(k, p), kq = a(k, q);
    a(k, p) = c * kp - s * kq;
    a(k, q) = s * kp + c * kq;
  }
  for (int k = 0; k < 3; ++k) {
    const double pk = a(p, k), qk = a(q, k);
    a(p, k) = c * pk - s * qk;
    a(q, k) = s * pk + c * qk;
  }
  for (int k = 0; k < 3; ++k) {
    const double kp = v(k, p), kq = v(k, q);
    v(k, p) = c * kp - s * kq;
    v(k, q) = s * kp + c * kq;
  }
  a(p, q) = a(q, p) = 0;
}

void face_forward(Mat3& v, int column) {
  int largest = 0;
  for (int k = 1; k < 3; ++k) {
    if (std::fabs(v(k, column)) > std::fabs(v(largest, column))) largest = k;
  }
  if (v(largest, column) < 0) v.col(column) = -v.col(column);
}

}  // namespace

SymmetricEigen symmetric_eigen(const Mat3& matrix) {
  Mat3 a = matrix, v = Mat3::Identity();
  const double scale = a.diagonal().cwiseAbs().maxCoeff();
  for (int sweep = 0; sweep < 30; ++sweep) {
    const double off = std::fabs(a(0, 1)) + std::fabs(a(0, 2)) + std::fabs(a(1, 2));
    // Equal moments up to rounding keep the axes they have: a rotation by the noise would serve nobody.
    if (off <= 1e-15 * scale) break;
    annihilate(a, v, 0, 1);
    annihilate(a, v, 0, 2);
    annihilate(a, v, 1, 2);
  }
  int order[3] = {0, 1, 2};
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2 - i; ++j) {
      // Nearly equal moments count as equal, so that rounding does not decide the order of the axes.
      if (a(order[j], order[j]) > a(order[j + 1], order[j + 1]) + 1e-13 * scale) std::swap(order[j], order[j + 1]);
    }
  }
  SymmetricEigen result;
  for (int k = 0; k < 3; ++k) {
    result.values[k] = a(order[k], order[k]);
    result.vectors.col(k) = v.col(order[k]);
  }
  face_forward(result.vectors, 0);
  face_forward(result.vectors, 1);
  result.vectors.col(2) = result.vectors.col(0).cross(result.vectors.col(1));
  return result;
}

}  // namespace rockfall
