#include "contact/detection.h"

#include "numerics/eight_bits.h"
#include "numerics/minmax.h"

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
             dz = pair_of(direction_[2], direction_[2]), limit = pair_of(limit_, limit_);
  constexpr uint32_t kBlock = 8;  // padded_count is a multiple of it
  for (; cursor_ < rock_.padded_count && found + kBlock <= kBatch; cursor_ += kBlock) {
    EightBits not_above;
    for (uint32_t k = 0; k < kBlock; k += 2) {
      const uint32_t i = cursor_ + k;
      const Pair along = dx * load_pair(x + i) + dy * load_pair(y + i) + dz * load_pair(z + i);
      not_above.add_not_positive(k, along - limit);
    }
    not_above.for_each([&](uint32_t k) { indices[found++] = cursor_ + k; });
  }
  // The padding repeats the last vertex.
  while (found > 0 && indices[found - 1] >= rock_.vertex_count) --found;
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
