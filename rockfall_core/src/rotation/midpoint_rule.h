// The implicit midpoint rule for the free spin (Leine et al. 2021, eq. 61-75), over any kind of number.
#pragma once

#include "numerics/elementary.h"
#include "numerics/quaternion_of.h"

namespace rockfall {

template <class Real, class Mask>
struct MidpointRotation {
  Real omega[3];             // angular velocity after the step, K
  QuatOf<Real> orientation;  // after the step
  Real angle_squared;        // of the turn
  Mask solved;               // false for turns of several radians a step, where the rule has no solution near by
};

/// Midpoint angular velocity m: Theta (omega_f - omega) + dt m x (Theta m) = 0 with omega_f = 2 m - omega, divided by
/// 2 Theta, reads m_x - omega_x + a m_y m_z = 0 and so on around. Newton's method, Jacobian inverted by cofactors.
/// Returns where it came to a solution.
template <class Mask, class Real>
Mask midpoint_velocity(const Real inertia[3], double dt, const Real omega[3], Real m[3]) {
  const double h = 0.5 * dt;
  const Real a = h * (inertia[2] - inertia[1]) / inertia[0];
  const Real b = h * (inertia[0] - inertia[2]) / inertia[1];
  const Real c = h * (inertia[1] - inertia[0]) / inertia[2];
  const Real scale = absolute(omega[0]) + absolute(omega[1]) + absolute(omega[2]);
  // Newton's method squares the error: from here one more step leaves rounding alone.
  const Real near = 1e-8 * scale;
  Real x = omega[0], y = omega[1], z = omega[2];
  // Cheap sweeps come so near that Newton's method needs one iteration in most steps.
  for (int sweep = 0; sweep < 5; ++sweep) {
    const Real yz = y * z, zx = z * x, xy = x * y;
    x = omega[0] - a * yz;
    y = omega[1] - b * zx;
    z = omega[2] - c * xy;
  }
  Mask done = scale < 0.0;  // nowhere yet
  for (int iteration = 0; iteration < 30; ++iteration) {
    const Real fx = x - omega[0] + a * y * z;
    const Real fy = y - omega[1] + b * z * x;
    const Real fz = z - omega[2] + c * x * y;
    const Real az = a * z, ay = a * y, bz = b * z, bx = b * x, cy = c * y, cx = c * x;
    const Real c00 = 1.0 - bx * cx, c01 = bx * cy - bz, c02 = bz * cx - cy;
    const Real c10 = ay * cx - az, c11 = 1.0 - ay * cy, c12 = az * cy - cx;
    const Real c20 = az * bx - ay, c21 = ay * bz - bx, c22 = 1.0 - az * bz;
    const Real over_det = 1.0 / (c00 + az * c01 + ay * c02);
    x = select(done, x, x - over_det * (c00 * fx + c10 * fy + c20 * fz));
    y = select(done, y, y - over_det * (c01 * fx + c11 * fy + c21 * fz));
    z = select(done, z, z - over_det * (c02 * fx + c12 * fy + c22 * fz));
    done = done | (absolute(fx) + absolute(fy) + absolute(fz) <= near);
    if (all_set(done)) break;
  }
  m[0] = x;
  m[1] = y;
  m[2] = z;
  return done;
}

/// v turned by the inverse of q.
template <class Real>
void rotate_back(const QuatOf<Real>& q, const Real v[3], Real out[3]) {
  const Real tx = 2.0 * (q.z * v[1] - q.y * v[2]), ty = 2.0 * (q.x * v[2] - q.z * v[0]),
             tz = 2.0 * (q.y * v[0] - q.x * v[1]);
  out[0] = v[0] + q.w * tx + (q.z * ty - q.y * tz);
  out[1] = v[1] + q.w * ty + (q.x * tz - q.z * tx);
  out[2] = v[2] + q.w * tz + (q.y * tx - q.x * ty);
}

/// One step of the rule. `half_angle` gives HalfAngleOf<Real> for the square of an angle.
template <class Mask, class Real, class HalfAngleFunction>
MidpointRotation<Real, Mask> midpoint_rule(const Real inertia[3], double dt, const QuatOf<Real>& p, const Real omega[3],
                                           HalfAngleFunction half_angle) {
  MidpointRotation<Real, Mask> next;
  Real m[3];
  next.solved = midpoint_velocity<Mask>(inertia, dt, omega, m);
  for (int k = 0; k < 3; ++k) next.omega[k] = 2.0 * m[k] - omega[k];
  next.angle_squared = (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]) * (dt * dt);
  const HalfAngleOf<Real> h = half_angle(next.angle_squared);
  const Real k = h.sine_over_angle * dt;
  const QuatOf<Real> turn{h.cosine, k * m[0], k * m[1], k * m[2]};
  // A second, tiny turn brings the new spin (in the frame after `turn`) onto the old one, so that A Theta omega stays.
  const Real spin[3] = {inertia[0] * omega[0], inertia[1] * omega[1], inertia[2] * omega[2]};
  const Real fresh[3] = {inertia[0] * next.omega[0], inertia[1] * next.omega[1], inertia[2] * next.omega[2]};
  Real old[3];
  rotate_back(turn, spin, old);
  const Real length = fresh[0] * fresh[0] + fresh[1] * fresh[1] + fresh[2] * fresh[2];
  const Real over = 1.0 / select(length > 0.0, length, length + 1.0);
  const Real real = 1.0 + over * (fresh[0] * old[0] + fresh[1] * old[1] + fresh[2] * old[2]);
  // real = 0 would be a half turn: far outside the time steps for which the midpoint rule means anything.
  const auto sound = real > 1e-6;
  const Real w = select(sound, real, real * 0.0 + 1.0), r = select(sound, over, over * 0.0);
  const QuatOf<Real> mend{w, r * (fresh[1] * old[2] - fresh[2] * old[1]), r * (fresh[2] * old[0] - fresh[0] * old[2]),
                          r * (fresh[0] * old[1] - fresh[1] * old[0])};
  next.orientation = normalised(product(product(p, turn), mend));
  return next;
}

}  // namespace rockfall
