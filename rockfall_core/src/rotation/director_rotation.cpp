// Director scheme as a propagator of the engine (Gebhardt & Romero, eq. 86-91, principal axes).
#include <cmath>

#include "rotation/exact_rotation.h"
#include "rotation/free_rotation.h"

namespace rockfall {
namespace {

// Turn w between two placements of the directors, d+ - d = w x (d + d+)/2, in the old K: eq. 86 with the velocities of
// a rigid body, paired with the turns about the midpoint directors, where the multipliers drop out. With v = dt omega:
//   Theta (w - v) + 1/2 w x Theta w - 1/2 J (w x v) - 1/4 w x (v x J w) = 0,   J = 1/2 tr(Theta) - Theta.
// Newton's method.
Vec3 director_turn(const Vec3& inertia, double dt, const Vec3& omega) {
  const Vec3 euler = Vec3::Constant(0.5 * inertia.sum()) - inertia;
  const Vec3 v = dt * omega;
  const Mat3 skew_v = skew(v);
  const double scale = inertia.cwiseProduct(v).cwiseAbs().sum();
  Vec3 w = v;
  double last = 1e300;
  for (int iteration = 0; iteration < 20; ++iteration) {
    const Vec3 spin = inertia.cwiseProduct(w), ew = euler.cwiseProduct(w), across = v.cross(ew);
    const Vec3 f = inertia.cwiseProduct(w - v) + 0.5 * w.cross(spin) - 0.5 * euler.cwiseProduct(w.cross(v)) -
                   0.25 * w.cross(across);
    const double size = f.cwiseAbs().sum();
    if (size <= 4e-17 * scale || (size <= 1e-14 * scale && size >= last)) break;
    last = size;
    const Mat3 skew_w = skew(w);
    Mat3 slope = 0.5 * (skew_w * inertia.asDiagonal()) - 0.5 * skew(spin) + 0.25 * skew(across);
    slope += 0.5 * (euler.asDiagonal() * skew_v);
    slope -= 0.25 * ((skew_w * skew_v) * euler.asDiagonal());
    slope.diagonal() += inertia;
    const Vec3 a = slope.col(0), b = slope.col(1), c = slope.col(2), bc = b.cross(c);
    const double over = 1.0 / a.dot(bc);
    w -= over * Vec3(f.dot(bc), f.dot(c.cross(a)), f.dot(a.cross(b)));
  }
  return w;
}

// The translation along the motion's curve of constant energy and spin that comes nearest to `target`.
double nearest_translation(const Vec3& rates, double dt, const Vec3& omega, const Vec3& target) {
  const double longest = longest_translation(rates, omega), first = std::fmin(dt, longest);
  const Vec3 way = translated(rates, first, omega) - omega;
  const double square = way.squaredNorm();
  if (!(square > 1e-20 * omega.squaredNorm())) return first;  // on an axis: every translation is as good
  double s = first;
  for (int i = 0; i < 3; ++i) {
    s += first * (target - translated(rates, s, omega)).dot(way) / square;
    if (!(s > 0.25 * first && s < 2.0 * first && s <= longest)) return first;
  }
  return s;
}

}  // namespace

FreeRotation director_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  const Vec3 turn = director_turn(inertia, dt, omega);
  const double over = 1.0 / std::sqrt(4.0 + turn.squaredNorm());
  const Quat cayley{2.0 * over, over * turn[0], over * turn[1], over * turn[2]};
  // What the new directors make of the old spin. Their velocities leave the tangent space by O(dt^2), which the
  // engine's state cannot hold: without that part the energy is right only to O(dt^4) a step. So omega is put back
  // on the curve, and the orientation turned so that the spin vector stays, as after the midpoint rule.
  const Vec3 carried = rotate_back(cayley, inertia.cwiseProduct(omega));
  const Vec3 rates = euler_rates(inertia);
  const double s = nearest_translation(rates, dt, omega, carried.cwiseQuotient(inertia));
  const Vec3 next = translated(rates, s, omega);
  const Vec3 spin_next = inertia.cwiseProduct(next);
  const double square = spin_next.squaredNorm();
  Quat whole = cayley;
  if (square > 0) {
    const Vec3 axis = spin_next.cross(carried) / square;
    const double real = 1.0 + spin_next.dot(carried) / square;
    if (real > 1e-6) whole = product(cayley, {real, axis[0], axis[1], axis[2]});
  }
  return {next, rotated(p, whole)};
}

}  // namespace rockfall
