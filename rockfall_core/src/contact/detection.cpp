#include "contact/detection.h"

namespace rockfall {

CandidateLimit::CandidateLimit(const rf_rock& rock, const Placement& at, const rf_upper_plane* plane)
    : direction(0, 0, 0), limit(1e300) {
  if (!plane) return;
  direction =
      (at.rotation.row(2) - plane->slope_x * at.rotation.row(0) - plane->slope_y * at.rotation.row(1)).transpose();
  const double clearance = at.position[2] - plane->height;
  limit = candidate_limit(rock.bounding_radius, at.position, plane->slope_x, plane->slope_y, clearance);
}

bool inside_hull(const rf_rock& rock, const Vec3& point, const Vec3& up, double* depth, uint32_t* face) {
  double smallest = 1e300;
  bool found = false;
  for (uint32_t i = 0; i < rock.face_count; ++i) {
    const double* f = rock.face(i);
    const double below = f[3] - (f[0] * point[0] + f[1] * point[1] + f[2] * point[2]);
    if (!(below > 0)) return false;
    const bool faces_down = f[0] * up[0] + f[1] * up[1] + f[2] * up[2] < 0;
    if (faces_down && below < smallest) {
      smallest = below;
      *face = i;
      found = true;
    }
  }
  *depth = smallest;
  return found;
}

}  // namespace rockfall
