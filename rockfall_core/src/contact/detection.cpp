#include "contact/detection.h"

namespace rockfall {

CandidateLimit::CandidateLimit(const rf_rock& rock, const Placement& at, const rf_upper_plane* plane)
    : direction(0, 0, 0), limit(1e300) {
  if (!plane) return;
  for (int k = 0; k < 3; ++k) direction[k] = rise_along(k, at.rotation, plane->slope_x, plane->slope_y);
  const double clearance = at.position[2] - plane->height;
  limit = candidate_limit(rock.bounding_radius, at.position, plane->slope_x, plane->slope_y, clearance);
}

}  // namespace rockfall
