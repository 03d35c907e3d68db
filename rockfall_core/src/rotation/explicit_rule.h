// The rotation in the explicit scheme as templates for double and SIMD lanes; see explicit_rotation.h.
#pragma once

#include "numerics/matrix_of.h"
#include "numerics/quaternion_of.h"
#include "numerics/vector_of.h"

namespace rockfall {

template <class Real>
struct ExplicitRotationOf {
  MatrixOf<Real> inverse_mass;  // (Theta + dt/2 (G + C))^-1; not symmetric
  VectorOf<Real> omega;         // angular velocity without percussions
};

template <class Real>
ExplicitRotationOf<Real> explicit_rule(const VectorOf<Real>& inertia, double dt, const VectorOf<Real>& drag,
                                       const VectorOf<Real>& omega) {
  const double h = 0.5 * dt;
  // Theta omega~ + omega~ Theta has the entries -(A + B) omega_z ...
  const Real gz = h * ((inertia[0] + inertia[1]) * omega[2]);
  const Real gy = h * ((inertia[0] + inertia[2]) * omega[1]);
  const Real gx = h * ((inertia[1] + inertia[2]) * omega[0]);
  // Columns of Theta + h (G + C).
  const VectorOf<Real> a = {{h * drag[0] + inertia[0], gz, -1.0 * gy}}, b = {{-1.0 * gz, h * drag[1] + inertia[1], gx}},
                       c = {{gy, -1.0 * gx, h * drag[2] + inertia[2]}};
  ExplicitRotationOf<Real> rotation;
  rotation.inverse_mass = inverse_of_columns(a, b, c);
  // The gyroscopic term at the old omega is omega x Theta omega.
  const VectorOf<Real> momentum = componentwise(inertia, omega);
  const VectorOf<Real> right = momentum - h * (cross(omega, momentum) + componentwise(drag, omega));
  rotation.omega = product(rotation.inverse_mass, right);
  return rotation;
}

/// The orientation after a step: half a step at the old angular velocity, half a step at the new one.
template <class Real>
QuatOf<Real> twice_advanced(const QuatOf<Real>& orientation, const Real old_omega[3], const Real omega[3],
                            double time_step) {
  return advanced(advanced(orientation, old_omega, 0.5 * time_step), omega, 0.5 * time_step);
}

/// The largest rotation in a step, rad. Farther, rounding changes the energy. The implicit and the exact scheme are
/// limited by the range of sine and cosine.
constexpr double kMostExplicitTurn = 1e5;

/// True for an angular velocity after a step within this limit.
template <class Real>
auto within_explicit_turn(const VectorOf<Real>& omega, double time_step) {
  return time_step * time_step * dot(omega, omega) <= kMostExplicitTurn * kMostExplicitTurn;
}

}  // namespace rockfall
