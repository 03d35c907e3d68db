#include "rotation/director_rule.h"
#include "rotation/free_rotation.h"

namespace rockfall {

FreeRotation director_rotation(const Vec3& inertia, double dt, const Quat& p, const Vec3& omega) {
  const VectorOf<double> moments = vector_of(inertia.data());
  const PrincipalBodyOf<double> body = {
      moments, {{1.0 / moments[0], 1.0 / moments[1], 1.0 / moments[2]}}, euler_rates_of(moments)};
  const ExactRotation<double> next = director_rule<bool>(body, dt, p, vector_of(omega.data()));
  return {load3(next.omega.x), next.orientation};
}

}  // namespace rockfall
