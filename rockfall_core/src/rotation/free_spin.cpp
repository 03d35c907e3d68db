#include "rotation/free_spin.h"

#include <rockfall/step.h>

#include "rotation/explicit_spin.h"

namespace rockfall {

FreeSpin explicit_free_spin(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  const Vec3 next = explicit_spin(inertia, dt, 0, omega).omega;
  return {next, advanced(advanced(p, omega, 0.5 * dt), next, 0.5 * dt)};
}

FreeSpin free_spin(int scheme, const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  switch (scheme) {
    case RF_SCHEME_EXPLICIT:
      return explicit_free_spin(inertia, dt, p, omega);
    case RF_SCHEME_DIRECTOR:
      return director_spin(inertia, dt, p, omega);
    case RF_SCHEME_EXACT:
      return exact_spin(inertia, dt, p, omega);
    default:
      return implicit_midpoint_spin(inertia, dt, p, omega);
  }
}

}  // namespace rockfall
