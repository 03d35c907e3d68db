#include "numerics/elementary.h"
#include "rotation/free_spin.h"
#include "rotation/midpoint_rule.h"

namespace rockfall {

FreeSpin implicit_midpoint_spin(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  const MidpointSpin<double, bool> next = midpoint_rule<bool>(inertia.data(), dt, p, omega.data(), half_angle);
  // Turns of several radians a step: energy and spin are kept all the same.
  if (!next.solved) return exact_spin(inertia, dt, p, omega);
  return {load3(next.omega), next.orientation};
}

}  // namespace rockfall
