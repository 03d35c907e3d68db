// The director scheme as a free-rotation propagator (Gebhardt & Romero, eq. 86-91, principal axes).
#include <cmath>

#include "rotation/exact_rotation.h"
#include "rotation/free_rotation.h"

namespace rockfall {
namespace {

// Vector w of the Cayley rotation between the old and the new directors, d+ - d = w x (d + d+)/2, in the old K: eq. 86
// with the velocities of a rigid body, projected on rotations of the midpoint directors, which removes the multipliers.
// With v = dt omega:
//   Theta (w - v) + 1/2 w x Theta w - 1/2 J (w x v) - 1/4 w x (v x J w) = 0,   J = 1/2 tr(Theta) - Theta.
// Newton's method.
Vec3 cayley_vector(const Vec3& inertia, double dt, const Vec3& omega) {
  const Vec3 euler = Vec3::Constant(0.5 * inertia.sum()) - inertia;
  const Vec3 v = dt * omega;
  const Mat3 skew_v = skew(v);
  const double scale = inertia.cwiseProduct(v).cwiseAbs().sum();
  Vec3 w = v;
  double previous = 1e300;
  for (int iteration = 0; iteration < 20; ++iteration) {
    const Vec3 momentum = inertia.cwiseProduct(w), ew = euler.cwiseProduct(w), cross = v.cross(ew);
    const Vec3 f = inertia.cwiseProduct(w - v) + 0.5 * w.cross(momentum) - 0.5 * euler.cwiseProduct(w.cross(v)) -
                   0.25 * w.cross(cross);
    const double size = f.cwiseAbs().sum();
    if (size <= 4e-17 * scale || (size <= 1e-14 * scale && size >= previous)) break;
    previous = size;
    const Mat3 skew_w = skew(w);
    Mat3 jacobian = 0.5 * (skew_w * inertia.asDiagonal()) - 0.5 * skew(momentum) + 0.25 * skew(cross);
    jacobian += 0.5 * (euler.asDiagonal() * skew_v);
    jacobian -= 0.25 * ((skew_w * skew_v) * euler.asDiagonal());
    jacobian.diagonal() += inertia;
    const Vec3 a = jacobian.col(0), b = jacobian.col(1), c = jacobian.col(2), bc = b.cross(c);
    const double inverse_det = 1.0 / a.dot(bc);
    w -= inverse_det * Vec3(f.dot(bc), f.dot(c.cross(a)), f.dot(a.cross(b)));
  }
  return w;
}

// The translation along the curve of constant energy and angular momentum that ends nearest to `target`.
double nearest_translation(const Vec3& rates, double dt, const Vec3& omega, const Vec3& target) {
  const double longest = longest_translation(rates, omega), first = std::fmin(dt, longest);
  const Vec3 difference = translated(rates, first, omega) - omega;
  const double square = difference.squaredNorm();
  if (!(square > 1e-20 * omega.squaredNorm())) return first;  // on a principal axis omega does not change
  double s = first;
  for (int i = 0; i < 3; ++i) {
    s += first * (target - translated(rates, s, omega)).dot(difference) / square;
    if (!(s > 0.25 * first && s < 2.0 * first && s <= longest)) return first;
  }
  return s;
}

}  // namespace

FreeRotation director_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  const Vec3 w = cayley_vector(inertia, dt, omega);
  const double scale = 1.0 / std::sqrt(4.0 + w.squaredNorm());
  const Quat cayley{2.0 * scale, scale * w[0], scale * w[1], scale * w[2]};
  // The old angular momentum in the new directors. The director velocities leave the tangent space by O(dt^2), which
  // rf_state cannot represent; without that part the energy error is O(dt^4) per step. So omega is projected back on
  // the curve, and the orientation is rotated to conserve the angular momentum vector, as in the midpoint rule.
  const Vec3 old_momentum = rotate_back(cayley, inertia.cwiseProduct(omega));
  const Vec3 rates = euler_rates(inertia);
  const double s = nearest_translation(rates, dt, omega, old_momentum.cwiseQuotient(inertia));
  const Vec3 next = translated(rates, s, omega);
  const Vec3 next_momentum = inertia.cwiseProduct(next);
  const double square = next_momentum.squaredNorm();
  Quat rotation = cayley;
  if (square > 1e-280) {  // below, the direction of the angular momentum is lost to underflow
    const Vec3 axis = next_momentum.cross(old_momentum) / square;
    const double real = 1.0 + next_momentum.dot(old_momentum) / square;
    if (real > 1e-6) rotation = product(cayley, {real, axis[0], axis[1], axis[2]});
  }
  return {next, rotated(p, rotation)};
}

}  // namespace rockfall
