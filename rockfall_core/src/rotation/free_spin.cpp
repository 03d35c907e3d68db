#include "rotation/free_spin.h"

#include <rockfall/step.h>

namespace rockfall {

FreeSpin free_spin(int scheme, const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  switch (scheme) {
    case RF_SCHEME_DIRECTOR:
      return director_spin(inertia, dt, p, omega);
    case RF_SCHEME_EXACT:
      return exact_spin(inertia, dt, p, omega);
    default:
      return implicit_midpoint_spin(inertia, dt, p, omega);
  }
}

}  // namespace rockfall
