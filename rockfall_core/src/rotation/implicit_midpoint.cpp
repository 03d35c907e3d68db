// Implicit midpoint rule for the free spin (Leine et al. 2021, eq. 61-75).
#include <cmath>

#include "numerics/elementary.h"
#include "rotation/free_spin.h"

namespace rockfall {
namespace {

// Midpoint angular velocity m: Theta (omega_f - omega) + dt m x (Theta m) = 0 with omega_f = 2 m - omega, divided by
// 2 Theta, reads m_x - omega_x + a m_y m_z = 0 and so on around. Newton's method, Jacobian inverted by cofactors. False where it
// finds no solution: turns of several radians a step.
bool midpoint_velocity(const Vec3& inertia, double dt, const Vec3& omega, Vec3& middle) {
  const double h = 0.5 * dt;
  const double a = h * (inertia[2] - inertia[1]) / inertia[0];
  const double b = h * (inertia[0] - inertia[2]) / inertia[1];
  const double c = h * (inertia[1] - inertia[0]) / inertia[2];
  const double scale = std::fabs(omega[0]) + std::fabs(omega[1]) + std::fabs(omega[2]);
  // Newton's method squares the error: from here one more step leaves rounding alone.
  const double near = 1e-8 * scale;
  double x = omega[0], y = omega[1], z = omega[2];
  // Cheap sweeps come so near that Newton's method needs one iteration in most steps.
  for (int sweep = 0; sweep < 6; ++sweep) {
    const double yz = y * z, zx = z * x, xy = x * y;
    x = omega[0] - a * yz;
    y = omega[1] - b * zx;
    z = omega[2] - c * xy;
  }
  for (int iteration = 0; iteration < 30; ++iteration) {
    const double fx = x - omega[0] + a * y * z;
    const double fy = y - omega[1] + b * z * x;
    const double fz = z - omega[2] + c * x * y;
    const double az = a * z, ay = a * y, bz = b * z, bx = b * x, cy = c * y, cx = c * x;
    const double c00 = 1 - bx * cx, c01 = bx * cy - bz, c02 = bz * cx - cy;
    const double c10 = ay * cx - az, c11 = 1 - ay * cy, c12 = az * cy - cx;
    const double c20 = az * bx - ay, c21 = ay * bz - bx, c22 = 1 - az * bz;
    const double over_det = 1.0 / (c00 + az * c01 + ay * c02);
    x -= over_det * (c00 * fx + c10 * fy + c20 * fz);
    y -= over_det * (c01 * fx + c11 * fy + c21 * fz);
    z -= over_det * (c02 * fx + c12 * fy + c22 * fz);
    if (std::fabs(fx) + std::fabs(fy) + std::fabs(fz) <= near) {
      middle = Vec3(x, y, z);
      return true;
    }
  }
  return false;
}

}  // namespace

FreeSpin implicit_midpoint_spin(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  Vec3 middle;
  // Energy and spin are kept all the same.
  if (!midpoint_velocity(inertia, dt, omega, middle)) return exact_spin(inertia, dt, p, omega);
  const Vec3 omega_free = 2.0 * middle - omega;
  const HalfAngle h = half_angle(middle.squaredNorm() * (dt * dt));
  const double k = h.sine_over_angle * dt;
  const Quat turn{h.cosine, k * middle[0], k * middle[1], k * middle[2]};
  // B turns the new spin (in the frame after `turn`) onto the old one, so that A Theta omega stays.
  const Vec3 spin_new = inertia.cwiseProduct(omega_free);
  const Vec3 spin_old = rotate_back(turn, inertia.cwiseProduct(omega));
  const double length = spin_new.squaredNorm();
  Quat next = product(p, turn);
  if (length > 0) {
    const Vec3 axis = spin_new.cross(spin_old) / length;
    const double real = 1.0 + spin_new.dot(spin_old) / length;
    // real = 0 would be a half turn: far outside the time steps for which the midpoint rule means anything.
    if (real > 1e-6) next = product(next, {real, axis[0], axis[1], axis[2]});
  }
  return {omega_free, normalised(next)};
}

}  // namespace rockfall
