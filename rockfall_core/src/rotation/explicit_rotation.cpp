#include "rotation/explicit_rotation.h"

namespace rockfall {

ExplicitRotation explicit_rotation(const Vec3& inertia, double dt, const Vec3& drag, const Vec3& omega) {
  const double h = 0.5 * dt;
  // Theta omega~ + omega~ Theta has the entries -(A + B) omega_z ...
  const double gz = (inertia[0] + inertia[1]) * omega[2];
  const double gy = (inertia[0] + inertia[2]) * omega[1];
  const double gx = (inertia[1] + inertia[2]) * omega[0];
  Mat3 g;
  g << drag[0], -gz, gy, gz, drag[1], -gx, -gy, gx, drag[2];
  Mat3 left = h * g;
  left.diagonal() += inertia;
  const Vec3 a = left.col(0), b = left.col(1), c = left.col(2);
  Mat3 inverse;
  const Vec3 bc = b.cross(c);
  const double inverse_det = 1.0 / a.dot(bc);
  inverse.row(0) = inverse_det * bc.transpose();
  inverse.row(1) = inverse_det * c.cross(a).transpose();
  inverse.row(2) = inverse_det * a.cross(b).transpose();
  // The gyroscopic term at the old omega is omega x Theta omega.
  const Vec3 momentum = inertia.cwiseProduct(omega);
  const Vec3 right = momentum - h * (omega.cross(momentum) + drag.cwiseProduct(omega));
  return {inverse, inverse * right};
}

}  // namespace rockfall
