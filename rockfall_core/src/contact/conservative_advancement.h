// For how many steps of free flight is a rock sure not to touch the ground?
//
// Every vertex has its height over the ground and a speed at which that shrinks; both are known now, and how much the
// speed can change is bounded. The same holds for the distance of a terrain vertex from the hull.
#pragma once

#include <cmath>

#include "contact/detection.h"
#include "contact/ground_query.h"
#include "numerics/minmax.h"

namespace rockfall {

/// A rock in the middle of a step, in free flight, and bounds of what it does next.
struct Flight {
  Vec3 velocity;  // of S at the start of the step, I
  Vec3 omega;     // at the start of the step, K
  double time_step;
  double gravity;  // m/s2, 0 where it points up
  double speed;    // |velocity| stays below for kMostSteps steps, m/s
  double fastest;  // |omega| stays below, rad/s
  double bending;  // acceleration of a vertex by rotation, over its distance from S, stays below; 1/s2
  bool slow_turn;  // turns are small enough for these bounds
};

Flight flight_of(const rf_rock& rock, const Vec3& velocity, const Vec3& omega, double time_step, double gravity);

/// Steps looked ahead at the most.
constexpr double kMostSteps = 64;

/// Steps n >= 0 for which room - n loss - n (n + 1) bend > 0, and for all smaller n as well; at most kMostSteps.
/// @param room  > 0
double steps_within(double room, double loss, double bend);

/// Heights of vertices over a plane and what each loses in a step, of a few vertices at a time.
class VertexHeights {
 public:
  static constexpr uint32_t kCapacity = 64;

  /// Height of vertex r (K): clearance + up . r; loss in a step: loss + twist . r.
  struct Over {
    Vec3 up, twist;
    double clearance, loss;
  };

  /// Of the vertices first, first + 1, ... of the rock.
  VertexHeights(const rf_rock& rock, const Over& over, uint32_t first);

  uint32_t count;
  uint32_t lowest;  // its place among these
  double height[kCapacity];
  double loss[kCapacity];
};

/// The face from which a point (K) is farthest outside the hull, as seen along its normal.
uint32_t farthest_face(const rf_rock& rock, const Vec3& point, double& outside);

/// The search: steps() after vertices() and terrain vertices().
template <class Terrain>
class ConservativeAdvancement {
 public:
  /// @param plane  above all ground below the bounding sphere
  ConservativeAdvancement(const Terrain& terrain, const rf_rock& rock, const Placement& at, const rf_upper_plane& plane,
                          const Flight& flight, const Slopes& around)
      : terrain_(terrain), rock_(rock), at_(at), plane_(plane), flight_(flight), around_(around) {
    const double dt = flight.time_step;
    half_square_ = 0.5 * dt * dt;
    steepness_ = std::sqrt(1 + around.x * around.x + around.y * around.y) + kRoot2 * around.spread;
    bend_ = half_square_ * (flight.gravity + flight.bending * rock.bounding_radius * steepness_);
    margin_ = 1e-9 * (1.0 + rock.bounding_radius + std::fabs(at.position[2]));
    if (!(around.spread > 0) || !flight.slow_turn) steps_ = 0;
  }

  /// Steps after this one during which the rock is sure not to touch; negative if it may touch now.
  double find() {
    vertices();
    if (steps_ >= 0) terrain_vertices();
    return steps_;
  }

 private:
  static constexpr double kRoot2 = 1.4142135623730951;
  static constexpr double kTerrainVertexSearch = 0.5;  // bounding radii from the bounding sphere

  double sinking(const Vec3& velocity) const { return around_.x * velocity[0] + around_.y * velocity[1] - velocity[2]; }
  double across(const Vec3& velocity) const {
    return around_.spread * (std::fabs(velocity[0]) + std::fabs(velocity[1]));
  }

  typename VertexHeights::Over over_plane() const {
    const Mat3& a = at_.rotation;
    const Vec3 up = (a.row(2) - plane_.slope_x * a.row(0) - plane_.slope_y * a.row(1)).transpose();
    const Vec3 rising = (a.row(2) - around_.x * a.row(0) - around_.y * a.row(1)).transpose();
    const double dt = flight_.time_step, swing = kRoot2 * around_.spread * flight_.fastest * rock_.bounding_radius;
    return {up, -dt * rising.cross(flight_.omega), at_.position[2] - plane_.height - margin_,
            dt * (sinking(flight_.velocity) + across(flight_.velocity) + swing)};
  }

  // Can a vertex of this height and loss end the flight before the steps found so far?
  bool matters(double height, double loss) const {
    return !(height > 0 && height - steps_ * (loss + (steps_ + 1) * bend_) > 0);
  }

  void limit(double room, double loss, double bend) {
    steps_ = room > 0 ? smaller_of(steps_, steps_within(room, loss, bend)) : -1;
  }

  void limit_by_vertex(uint32_t index) {
    const Vec3 arm = load3(rock_.vertex(index));
    const Vec3 place = at_.position + at_.rotation * arm;
    double ground;
    if (!terrain_.height_at(place[0], place[1], ground)) return;
    const double room = place[2] - ground - margin_;
    const Vec3 velocity = flight_.velocity + at_.rotation * flight_.omega.cross(arm);
    limit(room, flight_.time_step * (sinking(velocity) + across(velocity)), bend_);
  }

  void vertices() {
    const typename VertexHeights::Over over = over_plane();
    for (uint32_t first = 0; first < rock_.vertex_count && steps_ >= 0; first += VertexHeights::kCapacity) {
      const VertexHeights heights(rock_, over, first);
      const uint32_t lowest = heights.lowest;
      if (matters(heights.height[lowest], heights.loss[lowest])) limit_by_vertex(first + lowest);
      for (uint32_t i = 0; i < heights.count && steps_ >= 0; ++i) {
        if (i != lowest && matters(heights.height[i], heights.loss[i])) limit_by_vertex(first + i);
      }
    }
  }

  void terrain_vertices() {
    const double radius = rock_.bounding_radius, reach = (1 + kTerrainVertexSearch) * radius;
    const Vec3& s = at_.position;
    const rf_rectangle area = {s[0] - reach, s[1] - reach, s[0] + reach, s[1] + reach};
    // Those that were not looked for.
    const double loss = flight_.time_step * flight_.velocity.norm(), bend = half_square_ * flight_.gravity;
    limit(kTerrainVertexSearch * radius, loss, bend);
    uint32_t count = 0;
    terrain_.for_each_terrain_vertex(area, [&](double x, double y, double z) {
      ++count;
      if (steps_ >= 0) limit_by_terrain_vertex(Vec3(x, y, z) - s);
    });
    // A callback may have had no room for them all; below the rock alone there are fewer.
    if (count >= kMaxCallbackVertices) steps_ = -1;
  }

  // Along any direction in which they lie apart, a point and a hull have at least that distance.
  void limit_by_terrain_vertex(const Vec3& from_centre) {
    const double dt = flight_.time_step, fall = half_square_ * flight_.gravity;
    const double distance = std::sqrt(from_centre.squaredNorm()), outside_sphere = distance - rock_.bounding_radius;
    double steps = 0;
    if (outside_sphere > margin_) {
      steps = steps_within(outside_sphere - margin_, dt * flight_.velocity.dot(from_centre) / distance, fall);
      if (steps >= steps_) return;
    }
    const Vec3 point = at_.rotation.transpose() * from_centre;
    double outside;
    const double* const normal = rock_.face(farthest_face(rock_, point, outside));
    if (outside > margin_) {
      const Vec3 nearing = at_.rotation.transpose() * flight_.velocity + flight_.omega.cross(point);
      // Seen from the turning rock the point turns, and feels Coriolis' acceleration.
      const double farthest = distance + steps_ * dt * flight_.speed;
      const double bend = fall + half_square_ * (flight_.bending * farthest + 2.5 * flight_.fastest * flight_.speed);
      steps = larger_of(steps, steps_within(outside - margin_, dt * load3(normal).dot(nearing), bend));
    } else if (!(outside_sphere > margin_)) {
      steps = -1;
    }
    steps_ = smaller_of(steps_, steps);
  }

  const Terrain& terrain_;
  const rf_rock& rock_;
  const Placement& at_;
  const rf_upper_plane& plane_;
  const Flight& flight_;
  const Slopes& around_;
  double half_square_, steepness_, bend_, margin_;
  double steps_ = kMostSteps;
};

}  // namespace rockfall
