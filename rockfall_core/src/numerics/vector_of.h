// Vectors of three numbers as templates, for formulas shared by double and SIMD lanes. Sums are taken in the order
// x + (y + z), as Eigen does.
#pragma once

#include "numerics/real.h"

namespace rockfall {

template <class Real>
struct VectorOf {
  Real x[3];
  const Real& operator[](int i) const { return x[i]; }
  Real& operator[](int i) { return x[i]; }
};

template <class Real>
VectorOf<Real> vector_of(const Real v[3]) {
  return {{v[0], v[1], v[2]}};
}

template <class Real>
VectorOf<Real> operator+(const VectorOf<Real>& a, const VectorOf<Real>& b) {
  return {{a[0] + b[0], a[1] + b[1], a[2] + b[2]}};
}
template <class Real>
VectorOf<Real> operator-(const VectorOf<Real>& a, const VectorOf<Real>& b) {
  return {{a[0] - b[0], a[1] - b[1], a[2] - b[2]}};
}
template <class Real, class Scale>
VectorOf<Real> operator*(const Scale& k, const VectorOf<Real>& a) {
  return {{k * a[0], k * a[1], k * a[2]}};
}

template <class Real>
VectorOf<Real> componentwise(const VectorOf<Real>& a, const VectorOf<Real>& b) {
  return {{a[0] * b[0], a[1] * b[1], a[2] * b[2]}};
}
template <class Real>
Real dot(const VectorOf<Real>& a, const VectorOf<Real>& b) {
  return a[0] * b[0] + (a[1] * b[1] + a[2] * b[2]);
}
template <class Real>
VectorOf<Real> cross(const VectorOf<Real>& a, const VectorOf<Real>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

/// Sum of the magnitudes of the components.
template <class Real>
Real taxicab(const VectorOf<Real>& v) {
  return absolute(v[0]) + (absolute(v[1]) + absolute(v[2]));
}

/// x = next where the condition holds.
template <class Condition, class Real>
void replace(const Condition& condition, const VectorOf<Real>& next, VectorOf<Real>& x) {
  for (int k = 0; k < 3; ++k) x[k] = select(condition, next[k], x[k]);
}

template <class Condition, class Real>
VectorOf<Real> select(const Condition& condition, const VectorOf<Real>& yes, const VectorOf<Real>& no) {
  return {{select(condition, yes[0], no[0]), select(condition, yes[1], no[1]), select(condition, yes[2], no[2])}};
}

}  // namespace rockfall
