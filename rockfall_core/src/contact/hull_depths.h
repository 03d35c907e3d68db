// The hull of a rock for many points that are close to one another.
#pragma once

#include "numerics/linear.h"
#include "rock/rock.h"

namespace rockfall {

/// True if a point (K) is inside the hull; its depth below the nearest face that faces downwards, and that face. If the
/// point is outside of a face, `face` is such a face, and `depth` has no meaning.
/// @param up  vertical direction in K
bool inside_hull(const rf_rock& rock, const Vec3& point, const Vec3& up, double* depth, uint32_t* face);

/// inside_hull for one point after the other, with the same bits. Around a point whose depth is known, the faces that
/// are much farther away can neither be the nearest one nor have the next point outside: only the others are tested.
class HullDepths {
 public:
  /// @param rock  is kept by reference
  HullDepths(const rf_rock& rock, const Vec3& up) : rock_(rock), up_(up), reach_(kReach * rock.bounding_radius) {}

  bool inside(const Vec3& point, double* depth, uint32_t* face) {
    // Points that follow one another are most often outside of the same face.
    if (is_outside(outside_, point)) return false;
    const bool is_inside = rock_.face_count < kFewestFaces ? inside_hull(rock_, point, up_, depth, face)
                                                           : inside_many_faces(point, depth, face);
    if (!is_inside) outside_ = *face;
    return is_inside;
  }

 private:
  static constexpr uint32_t kFewestFaces = 128, kRoom = 512;
  static constexpr double kReach = 0.05;  // of the bounding radius

  bool is_outside(uint32_t face, const Vec3& point) const;
  bool inside_many_faces(const Vec3& point, double* depth, uint32_t* face);
  bool inside_near_faces(const Vec3& point, double* depth, uint32_t* face) const;
  void find_near_faces(const Vec3& point, double depth);
  bool within_reach(const Vec3& a, const Vec3& b) const { return (a - b).squaredNorm() <= reach_ * reach_; }

  const rf_rock& rock_;
  const Vec3 up_;
  const double reach_;  // around centre_ in which near_ holds, m
  bool has_centre_ = false, has_last_ = false;
  Vec3 centre_, last_;
  uint32_t outside_ = 0;  // face that the last point outside was outside of
  uint32_t count_ = 0;    // of near_; kRoom: too many
  uint32_t near_[kRoom];
};

}  // namespace rockfall
