#include "rotation/director_rule.h"
#include "rotation/free_rotation.h"

namespace rockfall {

FreeRotation director_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  const ExactRotation<double> next = director_rule<bool>(vector_of(inertia.data()), dt, p, vector_of(omega.data()));
  return {load3(next.omega.x), next.orientation};
}

}  // namespace rockfall
