// Closed solution of the free rigid body. Along a motion, Euler's equations omega' = (a y z, b z x, c x y) are a
// translation on an elliptic curve, so the addition theorem of Jacobi's functions takes omega across a time step
// without evaluating any of them: only the length s of the translation is transcendental.
#pragma once

#include "rotation/free_rotation.h"

namespace rockfall {

/// Coefficients (a, b, c) of Euler's equations, omega' = (a y z, b z x, c x y). Each is at most 1 in size for a real
/// body.
Vec3 euler_rates(const Vec3& inertia);

/// Longest translation from omega that `translated` can take: beyond half a period of its square roots they turn
/// imaginary. At least 1 / |omega|, to rounding, for a real body; infinite on a stable axis.
double longest_translation(const Vec3& rates, const Vec3& omega);

/// Translation by s: keeps kinetic energy and |Theta omega| to rounding for every s up to the longest; s = dt is a
/// second-order step.
Vec3 translated(const Vec3& rates, double s, const Vec3& omega);

}  // namespace rockfall
