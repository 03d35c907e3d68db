// The implicit midpoint rule for torque-free rotation (Leine et al. 2021, eq. 61-75), as a template for double and SIMD
// lanes.
#pragma once

#include "numerics/elementary.h"
#include "numerics/quaternion_of.h"
#include "numerics/vector_of.h"

namespace rockfall {

template <class Real, class Mask>
struct MidpointRotation {
  Real omega[3];             // angular velocity after the step, K
  QuatOf<Real> orientation;  // after the step
  Real angle_squared;        // square of the rotation angle, rad2
  Mask solved;               // false for rotations of several radians per step, where Newton's method does not converge
};

/// Coefficients (a, b, c) of the rule for a time step.
template <class Real>
VectorOf<Real> midpoint_rates(const VectorOf<Real>& inertia, double dt) {
  const double h = 0.5 * dt;
  return {{h * (inertia[2] - inertia[1]) / inertia[0], h * (inertia[0] - inertia[2]) / inertia[1],
           h * (inertia[1] - inertia[0]) / inertia[2]}};
}

/// Midpoint angular velocity m: Theta (omega_f - omega) + dt m x (Theta m) = 0 with omega_f = 2 m - omega, divided by
/// 2 Theta, reads m_x - omega_x + a m_y m_z = 0 and cyclic permutations. Newton's method, with the Jacobian inverted by
/// cofactors. Returns where it converged. @param rates  midpoint_rates
template <class Mask, class Real>
inline Mask midpoint_velocity(const VectorOf<Real>& rates, const Real omega[3], Real m[3]) {
  const Real &a = rates[0], &b = rates[1], &c = rates[2];
  const Real scale = absolute(omega[0]) + absolute(omega[1]) + absolute(omega[2]);
  // Newton's method converges quadratically: below this residual, one more step reaches rounding level.
  const Real tolerance = 1e-8 * scale;
  Real x = omega[0], y = omega[1], z = omega[2];
  // After these fixed-point sweeps Newton's method needs one iteration in most steps.
  for (int sweep = 0; sweep < 5; ++sweep) {
    const Real yz = y * z, zx = z * x, xy = x * y;
    x = omega[0] - a * yz;
    y = omega[1] - b * zx;
    z = omega[2] - c * xy;
  }
  Mask done = scale < 0.0;  // all false
  for (int iteration = 0; iteration < 30; ++iteration) {
    const Real fx = x - omega[0] + a * y * z;
    const Real fy = y - omega[1] + b * z * x;
    const Real fz = z - omega[2] + c * x * y;
    const Real az = a * z, ay = a * y, bz = b * z, bx = b * x, cy = c * y, cx = c * x;
    const Real c00 = 1.0 - bx * cx, c01 = bx * cy - bz, c02 = bz * cx - cy;
    const Real c10 = ay * cx - az, c11 = 1.0 - ay * cy, c12 = az * cy - cx;
    const Real c20 = az * bx - ay, c21 = ay * bz - bx, c22 = 1.0 - az * bz;
    const Real inverse_det = 1.0 / (c00 + az * c01 + ay * c02);
    x = select(done, x, x - inverse_det * (c00 * fx + c10 * fy + c20 * fz));
    y = select(done, y, y - inverse_det * (c01 * fx + c11 * fy + c21 * fz));
    z = select(done, z, z - inverse_det * (c02 * fx + c12 * fy + c22 * fz));
    done = done | (absolute(fx) + absolute(fy) + absolute(fz) <= tolerance);
    if (all_set(done)) break;
  }
  m[0] = x;
  m[1] = y;
  m[2] = z;
  return done;
}

/// v rotated by the inverse of q.
template <class Real>
void rotate_back(const QuatOf<Real>& q, const Real v[3], Real out[3]) {
  const Real tx = 2.0 * (q.z * v[1] - q.y * v[2]), ty = 2.0 * (q.x * v[2] - q.z * v[0]),
             tz = 2.0 * (q.y * v[0] - q.x * v[1]);
  out[0] = v[0] + q.w * tx + (q.z * ty - q.y * tz);
  out[1] = v[1] + q.w * ty + (q.x * tz - q.z * tx);
  out[2] = v[2] + q.w * tz + (q.y * tx - q.x * ty);
}

/// Square of an angular momentum (kg m2/s)^2 below which its direction is lost to underflow: it turns nothing either.
constexpr double kSmallestMomentumSquared = 1e-280;

/// One step of the rule.
/// @param rates       midpoint_rates
/// @param half_angle  function that returns HalfAngleOf<Real> for the square of an angle
template <class Mask, class Real, class HalfAngleFunction>
MidpointRotation<Real, Mask> midpoint_rule(const VectorOf<Real>& rates, const Real inertia[3], double dt,
                                           const QuatOf<Real>& p, const Real omega[3], HalfAngleFunction half_angle) {
  MidpointRotation<Real, Mask> next;
  Real m[3];
  next.solved = midpoint_velocity<Mask>(rates, omega, m);
  for (int k = 0; k < 3; ++k) next.omega[k] = 2.0 * m[k] - omega[k];
  next.angle_squared = (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]) * (dt * dt);
  const HalfAngleOf<Real> h = half_angle(next.angle_squared);
  const Real k = h.sine_over_angle * dt;
  const QuatOf<Real> increment{h.cosine, k * m[0], k * m[1], k * m[2]};
  // A second, tiny rotation aligns the new angular momentum (in the frame after `increment`) with the old one, so that
  // A Theta omega is conserved.
  const Real momentum[3] = {inertia[0] * omega[0], inertia[1] * omega[1], inertia[2] * omega[2]};
  const Real new_momentum[3] = {inertia[0] * next.omega[0], inertia[1] * next.omega[1], inertia[2] * next.omega[2]};
  Real old_momentum[3];
  rotate_back(increment, momentum, old_momentum);
  const Real squared =
      new_momentum[0] * new_momentum[0] + new_momentum[1] * new_momentum[1] + new_momentum[2] * new_momentum[2];
  const auto divisible = squared > kSmallestMomentumSquared;
  const Real inverse = 1.0 / select(divisible, squared, squared + 1.0);
  const Real real = 1.0 + inverse * (new_momentum[0] * old_momentum[0] + new_momentum[1] * old_momentum[1] +
                                     new_momentum[2] * old_momentum[2]);
  // real = 0 would be a correction by 180 degrees, far outside the valid time steps of the midpoint rule.
  const auto valid = divisible & (real > 1e-6);
  const Real w = select(valid, real, constant_like(squared, 1.0)),
             r = select(valid, inverse, constant_like(squared, 0.0));
  const QuatOf<Real> correction{w, r * (new_momentum[1] * old_momentum[2] - new_momentum[2] * old_momentum[1]),
                                r * (new_momentum[2] * old_momentum[0] - new_momentum[0] * old_momentum[2]),
                                r * (new_momentum[0] * old_momentum[1] - new_momentum[1] * old_momentum[0])};
  next.orientation = normalised(product(product(p, increment), correction));
  return next;
}

}  // namespace rockfall
