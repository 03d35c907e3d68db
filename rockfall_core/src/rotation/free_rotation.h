// Free-spin propagators: the rotation of a rock on which nothing acts, over one time step. A propagator that keeps
// kinetic energy and spin can serve the two-step frame of the implicit scheme (Leine et al. 2021, eq. 84-87).
#pragma once

#include "numerics/linear.h"
#include "numerics/quaternion.h"

namespace rockfall {

struct FreeRotation {
  Vec3 omega;        // angular velocity after the step, K
  Quat orientation;  // orientation after the step
};

/// Semi-implicit gyroscopic term; keeps the energy but neither spin nor stability: for comparison, not for the frame.
FreeRotation explicit_free_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega);

/// Implicit midpoint rule, with the orientation update that keeps the spin vector to rounding.
FreeRotation implicit_midpoint_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega);

/// Energy-momentum step on three directors (Gebhardt & Romero, section 5.1), brought back onto the engine's state.
FreeRotation director_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega);

/// Closed solution: omega exact to rounding, the angle about the spin of order 8; keeps energy and spin to rounding.
FreeRotation exact_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega);

/// The propagator of an rf_scheme; the midpoint rule for one that has none.
FreeRotation free_rotation(int scheme, const Vec3& inertia, double dt, const Quat& p, const Vec3& omega);

}  // namespace rockfall
