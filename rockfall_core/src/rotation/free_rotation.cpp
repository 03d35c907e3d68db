#include "rotation/free_rotation.h"

#include <rockfall/step.h>

#include "rotation/explicit_rotation.h"
#include "rotation/explicit_rule.h"

namespace rockfall {

FreeRotation explicit_free_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  const Vec3 next = explicit_rotation(inertia, dt, Vec3(0, 0, 0), omega).omega;
  return {next, twice_advanced(p, omega.data(), next.data(), dt)};
}

FreeRotation free_rotation(int scheme, const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  switch (scheme) {
    case RF_SCHEME_EXPLICIT:
      return explicit_free_rotation(inertia, dt, p, omega);
    case RF_SCHEME_DIRECTOR:
      return director_rotation(inertia, dt, p, omega);
    case RF_SCHEME_EXACT:
      return exact_rotation(inertia, dt, p, omega);
    default:
      return implicit_midpoint_rotation(inertia, dt, p, omega);
  }
}

}  // namespace rockfall
