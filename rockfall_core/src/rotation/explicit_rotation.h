// Rotation in the explicit scheme: the gyroscopic term at the old angular velocity (Leine et al. 2021, eq. 45-47, 82).
#pragma once

#include "numerics/linear.h"

namespace rockfall {

struct ExplicitRotation {
  Mat3 inverse_mass;  // (Theta + dt/2 (G + C))^-1; not symmetric
  Vec3 omega;         // angular velocity without percussions
};

/// G = Theta omega~ + omega~ Theta at the old omega; `drag` are the coefficients of rotational drag about the principal
/// axes, kg m2/s.
ExplicitRotation explicit_rotation(const Vec3& inertia, double dt, const Vec3& drag, const Vec3& omega);

}  // namespace rockfall
