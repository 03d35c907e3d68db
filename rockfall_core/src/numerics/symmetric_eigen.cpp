#include "numerics/symmetric_eigen.h"

#include <cmath>

namespace rockfall {

namespace {

constexpr int kMaxSweeps = 32;
constexpr double kZeroOffDiagonal = 1e-14;
constexpr double kEqualValues = 1e-12;

double diagonal_size(const Mat3& a) { return std::fabs(a(0, 0)) + std::fabs(a(1, 1)) + std::fabs(a(2, 2)); }

// One Jacobi rotation in the plane (p, q), which makes a(p, q) zero.
void rotate(Mat3& a, Mat3& axes, int p, int q) {
  const double theta = (a(q, q) - a(p, p)) / (2 * a(p, q));
  const double root = std::sqrt(theta * theta + 1);
  const double t = theta >= 0 ? 1 / (theta + root) : 1 / (theta - root);
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  const int r = 3 - p - q;
  const double arp = a(r, p), arq = a(r, q), change = t * a(p, q);
  a(p, p) -= change;
  a(q, q) += change;
  a(p, q) = a(q, p) = 0;
  a(r, p) = a(p, r) = c * arp - s * arq;
  a(r, q) = a(q, r) = s * arp + c * arq;
  for (int i = 0; i < 3; ++i) {
    const double vp = axes(i, p), vq = axes(i, q);
    axes(i, p) = c * vp - s * vq;
    axes(i, q) = s * vp + c * vq;
  }
}

void diagonalise(Mat3& a, Mat3& axes) {
  const double negligible = 1e-18 * diagonal_size(a);
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    bool done = true;
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (!(std::fabs(a(p, q)) > negligible)) continue;
        rotate(a, axes, p, q);
        done = false;
      }
    }
    if (done) return;
  }
}

Vec3 largest_component_positive(const Vec3& v) {
  int largest = 0;
  for (int i = 1; i < 3; ++i) {
    if (std::fabs(v[i]) > std::fabs(v[largest])) largest = i;
  }
  return v[largest] < 0 ? Vec3(-v) : v;
}

// The unit vector perpendicular to `axis` that is nearest to a coordinate axis.
Vec3 nearest_normal(const Vec3& axis) {
  int best = 0;
  for (int i = 1; i < 3; ++i) {
    if (std::fabs(axis[i]) < std::fabs(axis[best]) - 1e-6) best = i;
  }
  Vec3 v = -axis[best] * axis;
  v[best] += 1;
  return v / std::sqrt(v.dot(v));
}

// Matrix with the columns a, b, c, without negative zeros.
Mat3 matrix_of_columns(const Vec3& a, const Vec3& b, const Vec3& c) {
  Mat3 m;
  for (int i = 0; i < 3; ++i) {
    m(i, 0) = a[i] + 0.0;
    m(i, 1) = b[i] + 0.0;
    m(i, 2) = c[i] + 0.0;
  }
  return m;
}

Mat3 choose_axes(const Vec3& values, const Vec3 v[3], double size) {
  const double equal = kEqualValues * size;
  if (values[2] - values[0] <= equal) return Mat3::Identity();
  if (values[1] - values[0] <= equal) {
    const Vec3 c = largest_component_positive(v[2]);
    const Vec3 a = nearest_normal(c);
    return matrix_of_columns(a, c.cross(a), c);
  }
  const Vec3 a = largest_component_positive(v[0]);
  const Vec3 b = values[2] - values[1] <= equal ? nearest_normal(a) : largest_component_positive(v[1]);
  return matrix_of_columns(a, b, a.cross(b));
}

}  // namespace

SymmetricEigen symmetric_eigen(const Mat3& tensor) {
  Mat3 a = tensor;
  const double size = diagonal_size(a);
  for (int p = 0; p < 2; ++p) {
    for (int q = p + 1; q < 3; ++q) {
      const double element = std::fabs(a(p, q)) <= kZeroOffDiagonal * size ? 0.0 : a(p, q);
      a(p, q) = a(q, p) = element;
    }
  }
  Mat3 axes = Mat3::Identity();
  diagonalise(a, axes);

  int order[3] = {0, 1, 2};
  for (int i = 1; i < 3; ++i) {
    for (int j = i; j > 0 && a(order[j], order[j]) < a(order[j - 1], order[j - 1]); --j) {
      const int swapped = order[j];
      order[j] = order[j - 1];
      order[j - 1] = swapped;
    }
  }
  SymmetricEigen result;
  Vec3 v[3];
  for (int i = 0; i < 3; ++i) {
    result.values[i] = a(order[i], order[i]);
    v[i] = axes.col(order[i]);
  }
  result.axes = choose_axes(result.values, v, size);
  return result;
}

}  // namespace rockfall
