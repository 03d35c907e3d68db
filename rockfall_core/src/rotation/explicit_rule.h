// The rotation in the explicit scheme as templates for double and SIMD lanes; see explicit_rotation.h.
#pragma once

#include "numerics/vector_of.h"

namespace rockfall {

template <class Real>
struct ExplicitRotationOf {
  VectorOf<Real> inverse_mass[3];  // rows of (Theta + dt/2 (G + C))^-1
  VectorOf<Real> omega;            // angular velocity without percussions
};

template <class Real>
ExplicitRotationOf<Real> explicit_rule(const VectorOf<Real>& inertia, double dt, const VectorOf<Real>& drag,
                                       const VectorOf<Real>& omega) {
  const double h = 0.5 * dt;
  // Theta omega~ + omega~ Theta has the entries -(A + B) omega_z ...
  const Real gz = h * ((inertia[0] + inertia[1]) * omega[2]);
  const Real gy = h * ((inertia[0] + inertia[2]) * omega[1]);
  const Real gx = h * ((inertia[1] + inertia[2]) * omega[0]);
  const Real zero = gx * 0.0;
  // Columns of Theta + h (G + C).
  const VectorOf<Real> a = {{h * drag[0] + inertia[0], gz, zero - gy}}, b = {{zero - gz, h * drag[1] + inertia[1], gx}},
                       c = {{gy, zero - gx, h * drag[2] + inertia[2]}};
  ExplicitRotationOf<Real> rotation;
  const VectorOf<Real> bc = cross(b, c);
  const Real inverse_det = 1.0 / dot(a, bc);
  rotation.inverse_mass[0] = inverse_det * bc;
  rotation.inverse_mass[1] = inverse_det * cross(c, a);
  rotation.inverse_mass[2] = inverse_det * cross(a, b);
  // The gyroscopic term at the old omega is omega x Theta omega.
  const VectorOf<Real> momentum = componentwise(inertia, omega);
  const VectorOf<Real> right = momentum - h * (cross(omega, momentum) + componentwise(drag, omega));
  for (int k = 0; k < 3; ++k) rotation.omega[k] = dot(rotation.inverse_mass[k], right);
  return rotation;
}

/// The largest rotation in a step, rad. Farther, rounding changes the energy; the other schemes but the director scheme
/// have the same limit.
constexpr double kMostExplicitTurn = 1e5;

/// True for an angular velocity after a step within this limit.
template <class Real>
auto within_explicit_turn(const VectorOf<Real>& omega, double time_step) {
  return time_step * time_step * dot(omega, omega) <= kMostExplicitTurn * kMostExplicitTurn;
}

}  // namespace rockfall
