#include "contact/detection.h"

#include "numerics/minmax.h"
#include "numerics/pair.h"

namespace rockfall {

VertexCandidates::VertexCandidates(const rf_rock& rock, const Placement& at, const rf_upper_plane* plane)
    : rock_(rock), direction_(0, 0, 0), limit_(0), all_(!plane) {
  if (!plane) return;
  direction_ =
      (at.rotation.row(2) - plane->slope_x * at.rotation.row(0) - plane->slope_y * at.rotation.row(1)).transpose();
  const double clearance = at.position[2] - plane->height;
  // The margin covers rounding, so that no vertex in contact is missed.
  const double margin = 1e-9 * (1.0 + rock.bounding_radius + std::fabs(at.position[2]));
  limit_ = margin - clearance;
}

uint32_t VertexCandidates::next(uint32_t indices[kBatch]) {
  uint32_t found = 0;
  if (all_) {
    while (cursor_ < rock_.vertex_count && found < kBatch) indices[found++] = cursor_++;
    return found;
  }
  const double* x = rock_.padded_x();
  const double* y = rock_.padded_y();
  const double* z = rock_.padded_z();
  const Pair dx = pair_of(direction_[0], direction_[0]), dy = pair_of(direction_[1], direction_[1]),
             dz = pair_of(direction_[2], direction_[2]);
  constexpr uint32_t kBlock = 8;  // padded_count is a multiple of it
  for (; cursor_ < rock_.padded_count && found + kBlock <= kBatch; cursor_ += kBlock) {
    double along[kBlock];
    Pair lowest = pair_of(limit_ + 1, limit_ + 1);
    for (uint32_t k = 0; k < kBlock; k += 2) {
      const uint32_t i = cursor_ + k;
      const Pair two = dx * load_pair(x + i) + dy * load_pair(y + i) + dz * load_pair(z + i);
      lowest = smaller_of(two, lowest);
      store_pair(two, along + k);
    }
    // Most blocks have none.
    if (!(smaller_of(lowest[0], lowest[1]) - limit_ <= 0)) continue;
    for (uint32_t k = 0; k < kBlock; ++k) {
      const uint32_t i = cursor_ + k;
      if (along[k] - limit_ <= 0 && i < rock_.vertex_count) indices[found++] = i;
    }
  }
  return found;
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
