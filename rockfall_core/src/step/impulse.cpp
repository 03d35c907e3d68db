#include "step/impulse.h"

#include "body/end_conditions.h"
#include "numerics/quaternion.h"

namespace rockfall {

void apply_impulse(const Body& body, const double impulse[3], const double point[3], rf_state& state) {
  const Vec3 j = load3(impulse), arm = load3(point) - load3(state.position);
  const Vec3 angular_impulse = rotation_matrix(load_quat(state.orientation)).transpose() * arm.cross(j);
  for (int k = 0; k < 3; ++k) {
    state.velocity[k] += j[k] / body.mass;
    state.angular_velocity[k] += angular_impulse[k] * body.inverse_inertia[k];
  }
  wake(state);
}

}  // namespace rockfall
