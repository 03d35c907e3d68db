// The contact of a body of the legacy models with the ground, or its point nearest to the ground.
#pragma once

#include <cmath>

#include "contact/detection.h"
#include "contact/hull_depths.h"
#include "numerics/inline_calls.h"
#include "numerics/minmax.h"
#include "numerics/real.h"
#include "numerics/same_bits.h"
#include "rocfall/body_motion.h"
#include "rocfall/counted_ground.h"
#include "terrain/vertex_ground.h"

namespace rockfall::rocfall {

struct Touch {
  bool exists;  // there is ground below
  bool faulty;  // the terrain returned a height that is not finite
  bool exact;   // of a sphere: no ground and no hole is nearer than the gap
  double gap;   // m, negative inside the ground; vertical for a point and a hull, normal for a sphere
  Vec3 normal;
  Vec3 arm;    // r = S - contact, I
  Vec3 point;  // of the ground: below a point, nearest to a sphere
  uint32_t feature;
  LegacyGround ground;
};

/// Over a hole.
inline Touch no_touch() {
  return {false, false, false, 0, Vec3(0, 0, 1), Vec3(0, 0, 0), Vec3(0, 0, 0), 0, {0, 0, 0, 0, 0, 0}};
}

/// False if the terrain returned a normal without a length: a contact has no direction then.
inline bool has_normal(const Touch& touch) { return touch.normal.squaredNorm() > 0; }

/// Search distance for the nearest ground around a sphere's centre, in radii.
constexpr double kSphereSearchRadii = 2;

template <class Terrain>
Touch point_touch(const CountedGround<Terrain>& terrain, const Vec3& position) {
  Touch touch = no_touch();
  SurfaceBelow below;
  if (!terrain.surface(position, below)) return touch;
  touch.exists = true;
  touch.gap = position[2] - below.height;
  touch.point = Vec3(position[0], position[1], below.height);
  touch.faulty = !is_finite(touch.gap);
  touch.normal = below.normal;
  touch.ground = below.ground;
  return touch;
}

template <class Terrain>
ROCKFALL_INLINE_CALLS Touch sphere_touch(const CountedGround<Terrain>& terrain, double radius, const Vec3& centre) {
  double z;
  LegacyGround ground;
  if (!terrain.height_and_ground(centre, z, ground)) return no_touch();
  const double height = centre[2] - z, depth = smaller_of(std::fabs(height), kSphereSearchRadii * radius);
  if (!is_finite(height)) return {true, true, false, height, Vec3(0, 0, 1), Vec3(0, 0, 0), centre, 0, ground};
  SurfacePoint nearest{Vec3(centre[0], centre[1], z), Vec3(0, 0, 1), depth};
  const bool exact = terrain.closest(centre, depth, terrain.has_few_cells(1.5 * kSphereSearchRadii * radius), nearest);
  if (!(nearest.distance < depth)) terrain.normal(centre, nearest.normal);  // the point below
  terrain.ground_at(nearest.point, ground);
  const double gap = (height < 0 ? -nearest.distance : nearest.distance) - radius;
  return {true, false, exact, gap, nearest.normal, radius * nearest.normal, nearest.point, 0, ground};
}

/// The vertex of a hull with the smallest gap.
struct LowestVertex {
  bool exists = false;
  double gap = 1e300;
  uint32_t index = 0;
  Vec3 arm;  // S to vertex, I
};

/// Lower bound of the gaps of the vertices of a hull: their heights over a plane above the ground.
class GapBound {
 public:
  /// Nothing is known of the ground.
  GapBound() : known_(false), direction_(0, 0, 0), clearance_(-1e300) {}
  /// @param plane  over the footprint
  GapBound(const rf_rock& rock, const Placement& at, const rf_upper_plane& plane)
      : known_(true),
        direction_(at.rotation.transpose() * Vec3(-plane.slope_x, -plane.slope_y, 1)),
        clearance_(at.position[2] - plane.height -
                   height_margin(rock.bounding_radius, at.position, plane.slope_x, plane.slope_y)) {}

  bool known() const { return known_; }
  /// Of `count` vertices from the padded array on, a multiple of 8.
  void of(const double* x, const double* y, const double* z, uint32_t count, double* gaps) const {
    const double a = direction_[0], b = direction_[1], c = direction_[2];
    for (uint32_t i = 0; i < count; ++i) gaps[i] = (a * x[i] + (b * y[i] + c * z[i])) + clearance_;
  }

 private:
  bool known_;
  Vec3 direction_;  // upwards from the plane, in rock axes
  double clearance_;
};

inline GapBound gap_bound(const CountedGround<GridTerrain>& terrain, const rf_rock& rock, const Placement& at) {
  constexpr double kVertexGain = 20;  // work that the bound saves for each vertex
  const rf_rectangle area = footprint(rock, at.position);
  if (!(terrain.terrain().nodes_of(area) * kBoundWork < rock.vertex_count * kVertexGain)) return {};
  const GroundBound bound = terrain.bound(area);
  return bound.known ? GapBound(rock, at, bound.plane) : GapBound();
}
inline GapBound gap_bound(const CountedGround<CallbackTerrain>&, const rf_rock&, const Placement&) { return {}; }

/// Keep the vertex if it is lower; false if its gap is not finite.
template <class Terrain>
bool lower_to(LowestVertex& lowest, const CountedGround<Terrain>& terrain, const Placement& at, const Vec3& vertex,
              uint32_t index) {
  const Vec3 arm = at.rotation * vertex, position = at.position + arm;
  double height;
  if (!terrain.height(position, height)) return true;
  const double gap = position[2] - height;
  const bool finite = is_finite(gap);
  if (!finite || gap < lowest.gap) lowest = {true, gap, index, arm};
  return finite;
}

/// Lower bounds of the gaps of all vertices, in groups of kMost. Those of a rock with one group are computed once.
class VertexGapBounds {
 public:
  static constexpr uint32_t kMost = 64;  // bounds in a group; a multiple of 8

  VertexGapBounds(const rf_rock& rock, const GapBound& bound) : rock_(rock), bound_(bound) {}

  /// Calls visit(index of the first vertex, bounds, their number) for each group in order, until it returns false.
  template <class Visit>
  void for_each_group(Visit visit) {
    const uint32_t count = rock_.vertex_count;
    for (uint32_t first = 0; first < count; first += kMost) {
      if (first != first_) find(first);
      if (!visit(first, static_cast<const double*>(gaps_), count - first < kMost ? count - first : kMost)) return;
    }
  }

  /// Index of the first vertex whose bound is the smallest.
  uint32_t least() {
    uint32_t least = 0;
    double smallest = 1e300;
    for_each_group([&](uint32_t first, const double* gaps, uint32_t count) {
      double low = smallest;
      for (uint32_t i = 0; i < count; ++i) low = gaps[i] < low ? gaps[i] : low;
      if (!(low < smallest)) return true;
      smallest = low;
      least = first;
      while (gaps[least - first] != low) ++least;
      return true;
    });
    return least;
  }

 private:
  void find(uint32_t first) {
    const uint32_t left = rock_.padded_count - first;
    bound_.of(rock_.padded_x() + first, rock_.padded_y() + first, rock_.padded_z() + first, left < kMost ? left : kMost,
              gaps_);
    first_ = first;
  }

  const rf_rock& rock_;
  const GapBound& bound_;
  uint32_t first_ = ~uint32_t{0};  // first vertex of the group in gaps_
  double gaps_[kMost];
};

/// The first vertex with the smallest gap, or the first one below which the height is not finite.
template <class Terrain>
LowestVertex lowest_vertex(const CountedGround<Terrain>& terrain, const rf_rock& rock, const Placement& at) {
  const GapBound bound = gap_bound(terrain, rock, at);
  VertexGapBounds bounds(rock, bound);
  LowestVertex low, lowest;  // a low one, so that the bound leaves out most of the others
  if (bound.known()) {
    const uint32_t least = bounds.least();
    lower_to(low, terrain, at, load3(rock.vertex(least)), least);
  }
  bounds.for_each_group([&](uint32_t first, const double* gaps, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
      if (gaps[i] > smaller_of(low.gap, lowest.gap)) continue;
      if (!lower_to(lowest, terrain, at, load3(rock.vertex(first + i)), first + i)) return false;
    }
    return true;
  });
  return lowest;
}

/// The feature of a hull with the smallest gap: a hull vertex, or a terrain vertex inside the hull.
template <class Terrain>
Touch hull_touch(const CountedGround<Terrain>& terrain, const rf_rock& rock, const BodyMotion& body) {
  const Placement at{body.position, rotation_matrix(body.orientation)};
  Touch touch = no_touch();
  touch.gap = 1e300;
  const LowestVertex lowest = lowest_vertex(terrain, rock, at);
  if (lowest.exists) {
    touch = point_touch(terrain, at.position + lowest.arm);
    touch.arm = -lowest.arm;
    touch.feature = lowest.index;
    if (touch.faulty) return touch;
  }
  uint32_t index = 0;
  terrain.for_each_terrain_vertex(rock, footprint(rock, at.position), [&](double x, double y, double z) {
    const uint32_t feature = RF_TERRAIN_VERTEX_FEATURE | index++;
    const Vec3 arm = at.position - Vec3(x, y, z);
    double depth;
    uint32_t face;
    if (!inside_hull(rock, at.rotation.transpose() * -arm, at.rotation.row(2).transpose(), &depth, &face)) return false;
    if (-depth >= touch.gap) return true;
    Touch candidate;
    const auto find_candidate = [&](double place_x, double place_y) {
      candidate = point_touch(terrain, Vec3(place_x, place_y, z));
      return candidate.exists;
    };
    if (!at_terrain_vertex(x, y, rock.bounding_radius, find_candidate)) return true;
    touch = candidate;
    touch.gap = -depth;
    touch.normal = -(at.rotation * load3(rock.face(face)));
    touch.arm = arm;
    touch.feature = feature;
    return true;
  });
  return touch;
}

template <Body::Kind kind, class Terrain>
Touch search_touch(const CountedGround<Terrain>& terrain, const rf_rock& rock, const Body& body,
                   const BodyMotion& motion) {
  if constexpr (kind == Body::Kind::point) {
    return point_touch(terrain, motion.position);
  } else if constexpr (kind == Body::Kind::sphere) {
    return sphere_touch(terrain, body.radius, motion.position);
  } else {
    return hull_touch(terrain, rock, motion);
  }
}

/// A ball without ground in it, whose centre is above the ground. No flight inside it touches the ground.
struct ClearBall {
  Vec3 centre;
  double radius = 0;

  /// True if a body of a radius stays inside on a parabola that rises less than `sagitta` above the line between its
  /// ends.
  bool contains(double body_radius, const Vec3& from, const Vec3& to, double sagitta) const {
    const double room = room_for(body_radius) - sagitta;
    return room > 0 && (from - centre).squaredNorm() < room * room && (to - centre).squaredNorm() < room * room;
  }
  /// Distance from the centre at which a body of a radius stays inside.
  double room_for(double body_radius) const { return radius - body_radius * (1 + 1e-9) - kClearMargin; }
  static constexpr double kClearMargin = 1e-7;  // m, far above rounding
};

/// The touch of a rock found last. A step begins where the step before has ended, so it asks for the same touch again.
struct TouchMemory {
  bool known = false;
  Vec3 position;
  Quat orientation;  // of a hull
  Touch touch;
  GroundWork work;                 // of the search
  bool keeps_clear_balls = false;  // no search of this rock can reach a bound on work
  ClearBall clear;
  bool lasts = false;  // it is kept for the next step
  NearbyCells nearby;
  double steps_of_ball = 4;  // steps for which the next ball around a sphere may serve
  uint32_t pause = 0;        // steps before another ball below the flight is looked for

  /// True if the touch is that of a body at the same place, to the last bit. The ground below a point depends on its
  /// horizontal position only.
  template <Body::Kind kind>
  bool holds(const BodyMotion& at) const {
    if (!known || !is_over(at.position)) return false;
    if (kind == Body::Kind::point) return true;
    if (!same_bits(position[2], at.position[2])) return false;
    return kind == Body::Kind::sphere || has_orientation(at.orientation);
  }

  /// True if the last touch was asked for over the same horizontal position.
  bool is_over(const Vec3& at) const { return same_bits(position[0], at[0]) && same_bits(position[1], at[1]); }

 private:
  bool has_orientation(const Quat& q) const {
    return same_bits(orientation.w, q.w) && same_bits(orientation.x, q.x) && same_bits(orientation.y, q.y) &&
           same_bits(orientation.z, q.z);
  }
};

/// The touch of a body, valid until the next call.
template <Body::Kind kind, class Terrain>
const Touch& find_touch(const CountedGround<Terrain>& terrain, const rf_rock& rock, const Body& body,
                        const BodyMotion& motion) {
  TouchMemory& memory = *terrain.memory();
  if (!memory.holds<kind>(motion)) {
    memory.work = {};
    const CountedGround<Terrain> ground(terrain.terrain(), memory.work, nullptr,
                                        memory.lasts ? &memory.nearby : nullptr);
    memory.touch = search_touch<kind>(ground, rock, body, motion);
    memory.position = motion.position;
    if (kind == Body::Kind::hull) memory.orientation = motion.orientation;
    memory.known = true;
  } else if (kind == Body::Kind::point && memory.touch.exists) {
    memory.touch.gap = motion.position[2] - memory.touch.point[2];
  }
  terrain.work().add(memory.work);  // also if it was not done again: the steps do not depend on what is remembered
  return memory.touch;
}

}  // namespace rockfall::rocfall
