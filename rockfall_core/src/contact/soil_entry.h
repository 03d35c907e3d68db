// What contact detection finds of the soil layer: how deep the rock enters it, and where it is deepest.
#pragma once

#include "contact/contact.h"
#include "contact/soil_crossing.h"
#include "contact/soil_layer.h"
#include "numerics/minmax.h"

namespace rockfall {

/// False if impact_depth is certainly below `depth`: compares the fifth powers of both, which needs no root.
inline bool may_exceed(double depth, double cube_root_of_mass, double strength, double speed) {
  constexpr double kRounding = 1 + 1e-9, kSmall = 1e-200;
  const double scale = 0.1 * cube_root_of_mass, strength_kilo = 1e-3 * strength;
  const auto square = [](double x) { return x * x; };
  const double limit = square(square(depth)) * depth * square(strength_kilo);
  return !(limit > kSmall && square(square(speed * scale)) * scale * kRounding < limit);
}

/// Depth of the rebound surface after a vertex has entered the soil. A rock does not sink in deeper than its radius.
/// @param speed  into the soil, along the normal
/// @param depth  before
inline double deepened(const rf_rock& rock, double strength, double speed, double depth) {
  if (!may_exceed(depth, rock.cube_root_of_mass, strength, speed)) return depth;
  const double impact = impact_depth(rock.cube_root_of_mass, strength, speed);
  const double bounded = impact < rock.bounding_radius ? impact : rock.bounding_radius;
  return bounded > depth ? bounded : depth;
}

/// Vertices of one rock below the surface of the soil, in one step. Those that move into it deepen the scar when they
/// enter: if none has entered before, all of them, else those that were above the surface.
class SoilEntry {
 public:
  /// @param depth  of the rebound surface before the step
  SoilEntry(const rf_rock& rock, const Mat3& rotation, const Velocity& velocity, double time_step, double depth)
      : rock_(rock),
        rotation_(rotation),
        velocity_(velocity),
        time_step_(time_step),
        depth_(depth),
        first_entry_(depth == 0) {
    if (!first_entry_) {
      const double turn = velocity.angular.norm(),
                   of_rotation = rock.bounding_radius * turn * (1 + 0.5 * time_step * turn);
      reach_ = 1.001 * time_step * (velocity.linear.norm() + of_rotation);
    }
  }

  /// A vertex of the rock at or below the surface of soil.
  /// @param gap     along the normal, <= 0
  /// @param normal  from the ground to the rock, I
  /// @param place   on the rock, I
  /// @param arm     the same place in K
  void add_vertex(double gap, const Vec3& normal, const Vec3& place, const Vec3& arm, const rf_ground& ground) {
    if (gap + reach_ > 0) {
      const Vec3 omega = rotation_ * velocity_.angular, offset = rotation_ * arm;
      const Vec3 turning = omega.cross(offset);
      const double speed = -normal.dot(velocity_.linear + turning);
      if (speed > 0 && (first_entry_ || was_above(gap, speed, normal.dot(omega.cross(turning)), time_step_))) {
        depth_ = deepened(rock_, ground.soil_strength, speed, depth_);
      }
    }
    note_deepest(gap, normal, place, ground);
  }

  /// A vertex of the terrain inside the rock, at the surface of soil. It deepens the scar of a rock of which no vertex
  /// has entered before; a rock that moves through soil contains new nodes in every step. The speed is that along the
  /// normal of the face on a peak, and along that of the ground where the side of a rock sweeps over even ground: the
  /// smaller one.
  /// @param gap     to the nearest face, <= 0
  /// @param normal  of that face, from the ground to the rock, I
  /// @param vertex  of the terrain, I
  /// @param arm     the same place in K
  /// @param below   the ground there; with normal_at_terrain_vertex if may_deepen()
  void add_terrain_vertex(double gap, const Vec3& normal, const Vec3& vertex, const Vec3& arm,
                          const rf_terrain_sample& below) {
    if (first_entry_) {
      const Vec3 velocity = velocity_at(arm);
      const double speed = smaller_of(-normal.dot(velocity), -load3(below.normal).dot(velocity));
      if (speed > 0) depth_ = deepened(rock_, below.ground.soil_strength, speed, depth_);
    }
    note_deepest(gap, normal, vertex + gap * normal, below.ground);
  }

  /// False if add_terrain_vertex leaves the scar as deep as it is, whatever the normal of the ground.
  /// @param normal, arm  of add_terrain_vertex
  bool may_deepen(const Vec3& normal, const Vec3& arm, const rf_ground& ground) const {
    constexpr double kRounding = 1 + 1e-9;
    if (!first_entry_) return false;
    const double speed = -normal.dot(velocity_at(arm));
    return !(speed <= 0) && deepened(rock_, ground.soil_strength, kRounding * speed, depth_) > depth_;
  }

  /// True for a vertex in soil that keep_rebound_contacts would drop whatever other vertices do: the rebound surface
  /// never rises. @param depth  along the normal
  bool stays_above(double depth, const rf_ground& ground) const {
    return ground.soil_strength > 0 && depth_ - depth > 0;
  }
  /// True if a vertex of the rock is in soil, or one of the soil in the rock.
  bool present() const { return present_; }
  /// Depth of the rebound surface, m.
  double depth() const { return depth_; }
  /// Surface of the soil at the deepest vertex. @param position  of S, I
  SoilPlane plane(const Vec3& position) const {
    return {rotation_.transpose() * normal_, normal_.dot(position - place_) + gap_, ground_};
  }

 private:
  // Velocity of a point of the rock, I.
  Vec3 velocity_at(const Vec3& arm) const {
    return velocity_.linear + (rotation_ * velocity_.angular).cross(rotation_ * arm);
  }

  void note_deepest(double gap, const Vec3& normal, const Vec3& place, const rf_ground& ground) {
    if (present_ && !(gap < gap_)) return;
    present_ = true;
    gap_ = gap;
    normal_ = normal;
    place_ = place;
    ground_ = ground;
  }

  const rf_rock& rock_;
  const Mat3& rotation_;
  const Velocity& velocity_;
  double time_step_;
  double depth_;
  bool first_entry_;      // no vertex has entered the soil yet: the depth before the step is 0
  double reach_ = 1e300;  // no vertex of a rock that is in soil moves farther in a step
  bool present_ = false;
  double gap_ = 0;
  Vec3 normal_ = Vec3(0, 0, 1), place_ = Vec3(0, 0, 0);
  SoilGround ground_;
};

/// Part of the arm of rolling resistance that the layer replaces, m: its force must not act twice. It is the arm R F /
/// (m g) at which the weight would resist rolling like this force, but at most half of the depth over which the layer
/// acts; half of the depth without gravity.
/// @param force  F of the layer against the velocity of S, N; a force along it, which turning faces can have, counts as
/// 0
inline double rolling_arm_of_soil(const rf_rock& rock, double gravity, double force, double depth) {
  return smaller_of(0.5 * depth, rock.bounding_radius * larger_of(force, 0.0) / (rock.mass * gravity));
}

/// Arm of rolling resistance at a contact with the rebound surface.
/// @param arm           on rigid ground
/// @param arm_of_soil  see rolling_arm_of_soil
inline double rolling_arm_in_soil(double arm, double arm_of_soil) { return larger_of(arm - arm_of_soil, 0.0); }

/// Take a slot of the set as ContactSet::claim() does. If no slot is free, contacts in soil above the rebound surface,
/// which are none, are removed first.
Contact* claim_contact(ContactSet& contacts, const SoilEntry& soil, double gap, const rf_ground& ground);

/// Keep the contacts with the rebound surface, which lies `depth` below the surface of soil along the normal, and
/// measure their gaps from it. Contacts with rigid ground stay as they are.
void keep_rebound_contacts(ContactSet& contacts, double depth);

/// Replace the arms of rolling resistance of contacts with the rebound surface by rolling_arm_in_soil.
void shorten_rolling_arms(ContactSet& contacts, double arm_of_soil);

}  // namespace rockfall
