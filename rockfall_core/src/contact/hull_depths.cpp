#include "contact/hull_depths.h"

namespace rockfall {
namespace {

// The face with the least depth among those that face downwards.
struct Nearest {
  double depth = 1e300;
  uint32_t face = 0;
  bool found = false;
};

double depth_below(const double* f, const Vec3& point) {
  return f[3] - (f[0] * point[0] + f[1] * point[1] + f[2] * point[2]);
}

// Update the nearest face. Returns false if the point is outside of this face.
bool consider(const rf_rock& rock, uint32_t face, const Vec3& point, const Vec3& up, Nearest& nearest) {
  const double* const f = rock.face(face);
  const double below = depth_below(f, point);
  if (!(below < nearest.depth)) return true;  // most often
  if (!(below > 0)) return false;
  if (f[0] * up[0] + f[1] * up[1] + f[2] * up[2] < 0) nearest = {below, face, true};
  return true;
}

bool write(const Nearest& nearest, double* depth, uint32_t* face) {
  *depth = nearest.depth;
  *face = nearest.face;
  return nearest.found;
}

}  // namespace

bool inside_hull(const rf_rock& rock, const Vec3& point, const Vec3& up, double* depth, uint32_t* face) {
  Nearest nearest;
  for (uint32_t i = 0; i < rock.face_count; ++i) {
    if (consider(rock, i, point, up, nearest)) continue;
    *face = i;
    return false;
  }
  return write(nearest, depth, face);
}

bool HullDepths::is_outside(uint32_t face, const Vec3& point) const {
  return depth_below(rock_.face(face), point) <= 0;
}

bool HullDepths::inside_many_faces(const Vec3& point, double* depth, uint32_t* face) {
  if (has_centre_ && within_reach(point, centre_)) {
    if (count_ < kRoom) return inside_near_faces(point, depth, face);
    return inside_hull(rock_, point, up_, depth, face);
  }
  const bool is_inside = inside_hull(rock_, point, up_, depth, face);
  // Where the points are far apart, the near faces of one are of no use for the next.
  if (is_inside && has_last_ && within_reach(2 * point, 2 * last_)) find_near_faces(point, *depth);
  last_ = point;
  has_last_ = true;
  return is_inside;
}

bool HullDepths::inside_near_faces(const Vec3& point, double* depth, uint32_t* face) const {
  Nearest nearest;
  for (uint32_t i = 0; i < count_; ++i) {
    if (consider(rock_, near_[i], point, up_, nearest)) continue;
    *face = near_[i];
    return false;
  }
  return write(nearest, depth, face);
}

// Within reach, the depth below every face changes by the reach at most.
void HullDepths::find_near_faces(const Vec3& point, double depth) {
  constexpr double kTwice = 2.001;  // covers rounding
  centre_ = point;
  has_centre_ = true;
  count_ = 0;
  for (uint32_t i = 0; i < rock_.face_count && count_ < kRoom; ++i) {
    if (depth_below(rock_.face(i), point) <= depth + kTwice * reach_) near_[count_++] = i;
  }
}

}  // namespace rockfall
