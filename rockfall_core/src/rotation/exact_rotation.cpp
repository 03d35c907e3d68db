#include <cmath>

#include "numerics/elementary.h"
#include "numerics/vector_of.h"
#include "rotation/exact_rule.h"
#include "rotation/free_rotation.h"

namespace rockfall {
namespace {

using Vector = VectorOf<double>;

FreeRotation triaxial_step(const Vector& rates, const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  double momentum_squared;
  const ExactRotation<double> next =
      triaxial_rotation(rates, vector_of(inertia.data()), dt, p, vector_of(omega.data()), momentum_squared, half_angle);
  if (!(momentum_squared > kSmallestExactMomentumSquared)) return {omega, rotated(p, {1, 0, 0, 0}, 1.0)};  // at rest
  return {load3(next.omega.x), next.orientation};
}

// The axis k of a symmetric top.
struct TopAxis {
  int first, second, third;
  double i(const Vector& v) const { return v[first]; }
  double j(const Vector& v) const { return v[second]; }
  double k(const Vector& v) const { return v[third]; }
  Vector vector(double i, double j, double k) const {
    Vector v;
    v[first] = i;
    v[second] = j;
    v[third] = k;
    return v;
  }
};

// (x, y) rotated by any angle.
void rotate_pair(const HalfAngle& h, double angle, double& x, double& y) {
  if (std::fabs(h.cosine) > 0.5) {
    rotate_by_shears(h, angle, x, y);
    return;
  }
  const double half_sine = h.sine_over_angle * angle;
  const double sine = 2.0 * half_sine * h.cosine, cosine = 1.0 - 2.0 * half_sine * half_sine;
  const double old = x;
  x = cosine * old + sine * y;
  y = cosine * y - sine * old;
}

FreeRotation symmetric_step(int k, const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  const TopAxis axis{(k + 1) % 3, (k + 2) % 3, k};
  const ExactRotation<double> next =
      symmetric_rotation(axis, vector_of(inertia.data()), dt, p, vector_of(omega.data()), half_angle, rotate_pair);
  return {load3(next.omega.x), next.orientation};
}

// Number of substeps, each short enough for the series: dt |omega| <= 1. Angular velocities that need more than 64 are
// far outside sensible time steps; energy and angular momentum are conserved even then.
int substep_count(double dt, const Vec3& omega) {
  const double square = dt * dt * omega.squaredNorm();
  int count = 1;
  while (square > static_cast<double>(count * count) && count < 64) count *= 2;
  return count;
}

}  // namespace

FreeRotation exact_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  const Vector rates = euler_rates_of(vector_of(inertia.data()));
  if (std::fabs(rates[2]) <= kEqualMoments) return symmetric_step(2, inertia, dt, p, omega);
  if (std::fabs(rates[0]) <= kEqualMoments) return symmetric_step(0, inertia, dt, p, omega);
  if (std::fabs(rates[1]) <= kEqualMoments) return symmetric_step(1, inertia, dt, p, omega);
  const int count = substep_count(dt, omega);
  if (count == 1) return triaxial_step(rates, inertia, dt, p, omega);
  FreeRotation rotation{omega, p};
  for (int i = 0; i < count; ++i) {
    rotation = triaxial_step(rates, inertia, dt / count, rotation.orientation, rotation.omega);
  }
  return rotation;
}

}  // namespace rockfall
