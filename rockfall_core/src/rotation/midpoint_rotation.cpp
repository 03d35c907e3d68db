#include "numerics/half_angle.h"
#include "numerics/inline_calls.h"
#include "rotation/free_rotation.h"
#include "rotation/midpoint_rule.h"

namespace rockfall {

ROCKFALL_INLINE_CALLS FreeRotation implicit_midpoint_rotation(const Vec3& inertia, double dt, const Quat& p,
                                                              const Vec3& omega) {
  const MidpointRotation<double, bool> next = midpoint_rule<bool>(
      midpoint_rates(vector_of(inertia.data()), dt), inertia.data(), dt, p, omega.data(), [](double angle_squared) {
        return 0.25 * angle_squared <= kSmallHalfAngleSquared ? small_half_angle(angle_squared)
                                                              : half_angle(angle_squared);
      });
  // Rotations of several radians per step: the exact rotation conserves energy and angular momentum as well.
  if (!next.solved) return exact_rotation(inertia, dt, p, omega);
  return {load3(next.omega), next.orientation};
}

}  // namespace rockfall
