// Propagators of torque-free rotation over one time step. A propagator that conserves kinetic energy and angular
// momentum can be used in the two-step scheme with contact (Leine et al. 2021, eq. 84-87).
#pragma once

#include "numerics/linear.h"
#include "numerics/quaternion.h"

namespace rockfall {

struct FreeRotation {
  Vec3 omega;        // angular velocity after the step, K
  Quat orientation;  // orientation after the step
};

/// Semi-implicit gyroscopic term; conserves energy but not angular momentum, and is unstable. For comparison only.
FreeRotation explicit_free_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega);

/// Implicit midpoint rule, with an orientation update that conserves the angular momentum vector to rounding.
FreeRotation implicit_midpoint_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega);

/// Energy-momentum step on three directors (Gebhardt & Romero, section 5.1), projected back on rf_state.
FreeRotation director_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega);

/// Closed-form solution: omega exact to rounding, the rotation about the angular momentum of order 8; conserves energy
/// and angular momentum to rounding.
FreeRotation exact_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega);

/// The propagator of an rf_scheme; the midpoint rule for all others.
FreeRotation free_rotation(int scheme, const Vec3& inertia, double dt, const Quat& p, const Vec3& omega);

}  // namespace rockfall
