// Closed-form rotation of the free rigid body. The solution of Euler's equations omega' = (a y z, b z x, c x y) is a
// translation on an elliptic curve. The addition theorem of Jacobi's functions gives omega after a time step without
// evaluating any of them; only the length s of the translation is transcendental.
#pragma once

#include "numerics/linear.h"

namespace rockfall {

/// Coefficients (a, b, c) of Euler's equations, omega' = (a y z, b z x, c x y). Their magnitudes are at most 1 for a
/// real body.
Vec3 euler_rates(const Vec3& inertia);

/// Longest translation from omega for `translated`: beyond half a period its square roots are imaginary. At least
/// 1 / |omega|, to rounding, for a real body; infinite on a stable axis.
double longest_translation(const Vec3& rates, const Vec3& omega);

/// omega after a translation by s: conserves kinetic energy and |Theta omega| to rounding for every s up to the
/// longest; s = dt is a second-order step.
Vec3 translated(const Vec3& rates, double s, const Vec3& omega);

}  // namespace rockfall
