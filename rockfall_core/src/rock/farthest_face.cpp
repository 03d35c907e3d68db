#include "rock/farthest_face.h"

namespace rockfall {

uint32_t farthest_face(const rf_rock& rock, const Vec3& point, double& distance) {
  uint32_t farthest = 0;
  distance = -1e300;
  for (uint32_t i = 0; i < rock.face_count; ++i) {
    const double* const f = rock.face(i);
    const double height = f[0] * point[0] + f[1] * point[1] + f[2] * point[2] - f[3];
    if (height > distance) {
      distance = height;
      farthest = i;
    }
  }
  return farthest;
}

}  // namespace rockfall
