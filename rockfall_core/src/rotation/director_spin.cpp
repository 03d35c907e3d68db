// Director scheme as a propagator of the engine (Gebhardt & Romero, eq. 86-91, principal axes).
#include "rotation/director.h"
#include "rotation/exact_spin.h"
#include "rotation/free_spin.h"

#include <cmath>

namespace rockfall {
namespace {

// The translation along the motion's curve of constant energy and spin that comes nearest to `target`.
double nearest_translation(const EulerRates& rates, double dt, const Vec3& omega, const Vec3& target) {
  const Vec3 way = translated(rates, dt, omega) - omega;
  const double square = way.squaredNorm();
  if (!(square > 1e-20 * omega.squaredNorm())) return dt;  // on an axis: every translation is as good
  double s = dt;
  for (int i = 0; i < 3; ++i) {
    s += dt * (target - translated(rates, s, omega)).dot(way) / square;
    if (!(s > 0.25 * dt && s < 2.0 * dt)) return dt;
  }
  return s;
}

}  // namespace

FreeSpin director_spin(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  const Vec3 turn = director_turn(inertia.asDiagonal(), dt, omega, Vec3::Zero());
  const Quat cayley{2.0, turn[0], turn[1], turn[2]};
  const Vec3 spin = inertia.cwiseProduct(omega);
  const double scale = 1.0 / (4.0 + turn.squaredNorm());
  // What the new directors make of the old spin. Their velocities leave the tangent space by O(dt^2), which the
  // engine's state cannot hold: without that part the energy is right only to O(dt^4) a step. So omega is put back
  // on the curve, and the orientation turned so that the spin vector stays, as after the midpoint rule.
  const Vec3 carried = scale * rotate_back_unscaled(cayley, spin);
  const EulerRates rates = euler_rates(inertia);
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
  return {next, turned(p, whole)};
}

}  // namespace rockfall
