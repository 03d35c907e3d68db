// Rolling and sliding over the ground: along a stretch, around its bends, into its walls, and off it.
#pragma once

#include "rocfall/course.h"
#include "rocfall/flight_event.h"
#include "rocfall/lumped.h"

namespace rockfall {

/// Bends of the ground that a stretch may cut into before it is asked whether it ran into a wall, m.
constexpr double kCut = 1e-7;

/// Move a body along the normal until it touches. Vertically where gaps are vertical.
template <class Terrain>
Touch settle(const Terrain& terrain, const Course& course, BodyMotion& motion, Touch touch) {
  for (int i = 0; i < 4 && touch.exists && is_finite(touch.gap) && std::fabs(touch.gap) > 1e-10; ++i) {
    const bool along_normal = course.body.kind == Body::Kind::sphere;
    motion.position -= touch.gap * (along_normal ? touch.normal : Vec3(0, 0, 1));
    touch = find_touch(terrain, course.rock, course.body, motion);
  }
  return touch;
}

/// Ground that rises less steeply than this against the way of a body (sine of 3 degrees) is a bend, not a wall.
constexpr double kBend = 0.05;

/// Does a body on the ground run into this part of it, rather than along it? An impact is due then.
inline bool faces_wall(const BodyMotion& motion, const Touch& touch) {
  const double approach = -touch.normal.dot(motion.velocity + touch.arm.cross(motion.spin));
  const double speed = motion.velocity.norm() + touch.arm.norm() * motion.spin.norm();
  return touch.exists && approach >= kBend * speed &&
         approach >= std::fmax(touch.ground.rocfall_bounce_speed, kLeastBounce);
}

inline bool runs_into(const BodyMotion& motion, const Touch& touch, double level) {
  return touch.gap < level - kCut && faces_wall(motion, touch);
}

/// Time at which a stretch that runs into something at h gets there; h if it is a bend, not a wall: soft at first
/// touch.
template <class Terrain>
double wall_time(const Terrain& terrain, const Course& course, const Support& support, const GroundMotion& ground,
                 double level, double h) {
  double low = 0, high = h;
  bool wall = true;
  for (int i = 0; i < 32; ++i) {
    const double t = 0.5 * (low + high);
    const BodyMotion there = stretch_over(course, support, ground, t).end;
    const Touch touch = find_touch(terrain, course.rock, course.body, there);
    const bool inside = touch.exists && touch.gap < level - kCut;
    (inside ? high : low) = t;
    if (inside) wall = runs_into(there, touch, level);
  }
  return wall ? high : h;
}

/// Speed of a body that has been moved from a height by hand: its energy stays. False if it has not enough.
inline bool pay_for_climb(Course& course, double from) {
  BodyMotion& motion = course.now.motion;
  const double climb = course.body.mass * course.gravity() * (motion.position[2] - from);
  const double energy = course.kinetic();
  if (climb > energy) return false;
  if (energy > 0) {
    const double scale = std::sqrt(1 - climb / energy);
    motion.velocity *= scale;
    motion.spin *= scale;
  } else {
    course.now.contact_work += climb;  // let down without a motion that could take the energy up
  }
  return true;
}

/// Out of the wall into which a body has run by the depth that it takes to notice it.
template <class Terrain>
void step_back(const Terrain& terrain, Course& course, const Touch& touch) {
  const Progress before = course.now;
  settle(terrain, course, course.now.motion, touch);
  if (!pay_for_climb(course, before.motion.position[2])) course.now = before;
}

/// After a stretch: back onto the ground, velocities along it, energy as before. False if the body has not the energy
/// to get up there.
template <class Terrain>
bool follow_ground(const Terrain& terrain, Course& course, Hold hold, Touch touch) {
  BodyMotion& motion = course.now.motion;
  const double z = motion.position[2];
  touch = settle(terrain, course, motion, touch);
  if (!touch.exists) return true;  // over a hole: the trajectory ends
  const Support support = support_of(course.body, motion, touch);
  const Vec3 slip = support.velocity(motion.velocity, motion.spin);
  const bool rolls = hold == Hold::rolls && course.body.kind != Body::Kind::point;
  const Vec3 percussion = rolls ? sticking_percussion(support, slip) : landing_percussion(support, slip);
  if (percussion.norm() > 1e-12 * course.body.mass) strike(course, touch, support, percussion);
  return pay_for_climb(course, z);
}

/// A body that the ground does not let on stands still where it was.
inline void give_up(Course& course, const Progress& before) {
  course.now = before;
  course.now.contact_work -= course.kinetic();
  course.now.motion.velocity = course.now.motion.spin = Vec3(0, 0, 0);
}

inline int32_t phase_of(Hold hold) { return hold == Hold::rolls ? RF_PHASE_ROLLING : RF_PHASE_SLIDING; }

/// Does free flight over h end above the ground? Then the ground does not hold the body, which flies so.
template <class Terrain>
bool take_off(const Terrain& terrain, Course& course, const Touch& from, double h) {
  const BodyMotion free = after_flight(course.body, course.now.motion, course.gravity(), h);
  const Touch touch = find_touch(terrain, course.rock, course.body, free);
  if (touch.exists && !(touch.gap > std::fmax(from.gap, 0) + kTouching)) return false;
  course.now.motion = free;
  course.now.phase = RF_PHASE_FLIGHT;
  return true;
}

/// One stretch of rolling or sliding; returns the time that it took.
template <class Terrain>
double ride_stretch(const Terrain& terrain, Course& course, const Touch& touch, const Support& support,
                    const GroundMotion& ground, double h) {
  const double until = stretch_time(course, support, ground, ground_friction(course.body, touch.ground), h);
  const double level = std::fmin(touch.gap, 0);
  Stretch stretch = stretch_over(course, support, ground, until);
  Touch there = find_touch(terrain, course.rock, course.body, stretch.end);
  double time = until;
  if (runs_into(stretch.end, there, level)) {
    time = wall_time(terrain, course, support, ground, level, until);
    if (time < until) {
      stretch = stretch_over(course, support, ground, time);
      there = find_touch(terrain, course.rock, course.body, stretch.end);
    }
  }
  course.now.faulty = course.now.faulty || there.faulty;
  const bool falls_away = ground.hold == Hold::lifted || !there.exists || there.gap > kTouching;
  if (falls_away && take_off(terrain, course, touch, time)) return time;
  const Progress before = course.now;
  record(course, course.now.motion, touch, support, stretch.percussion, stretch.before, stretch.after);
  course.now.drag_work += stretch.resistance_work;
  course.now.motion = stretch.end;
  course.now.phase = phase_of(ground.hold);
  if (time < until) {
    course.now.phase = RF_PHASE_FLIGHT;  // in front of a wall: an impact is due
    step_back(terrain, course, there);
  } else if (!follow_ground(terrain, course, ground.hold, there)) {
    give_up(course, before);
  }
  return time;
}

/// Forces of the ground on a body that touches it.
inline GroundMotion forces_of_ground(const Course& course, const Support& support, const Touch& touch) {
  const BodyMotion& motion = course.now.motion;
  const GroundFriction friction = ground_friction(course.body, touch.ground);
  GroundMotion ground = ground_motion(support, friction, motion.velocity, motion.spin, course.gravity());
  if (ground.hold == Hold::lifted) ground.acceleration = Vec3(0, 0, -course.gravity());
  return ground;
}

/// Roll, slide or rest for at most h; returns the time that it took: 0 if the body is off the ground, or had first to
/// meet another part of it.
template <class Terrain>
double ride(const Terrain& terrain, Course& course, double h) {
  const BodyMotion& motion = course.now.motion;
  const Touch touch = find_touch(terrain, course.rock, course.body, motion);
  course.now.faulty = course.now.faulty || touch.faulty;
  const double leaving = touch.normal.dot(motion.velocity + touch.arm.cross(motion.spin));
  if (!touch.exists || touch.faulty || touch.gap > kCut || leaving > kNoSlip) {
    course.now.phase = RF_PHASE_FLIGHT;
    return 0;
  }
  const Support support = support_of(course.body, motion, touch);
  if (leaving < -kNoSlip) {
    if (faces_wall(motion, touch)) {
      meet(course, touch);
    } else {
      strike(course, touch, support, landing_percussion(support, support.velocity(motion.velocity, motion.spin)));
    }
    return 0;
  }
  const GroundMotion ground = forces_of_ground(course, support, touch);
  if (ground.hold == Hold::rests) {
    hold_at_rest(course, touch, support, ground, h);
    return h;
  }
  return ride_stretch(terrain, course, touch, support, ground, h);
}

/// The rest of a step that had too many events: on along the ground whatever there is, and never into it.
template <class Terrain>
void push_through(const Terrain& terrain, Course& course, double h) {
  const Progress before = course.now;
  course.now.motion = after_flight(course.body, course.now.motion, course.gravity(), h);
  const Touch touch = find_touch(terrain, course.rock, course.body, course.now.motion);
  course.now.faulty = course.now.faulty || touch.faulty;
  if (course.now.faulty || !touch.exists || touch.gap > 0) return;
  course.now.phase = RF_PHASE_SLIDING;
  if (!follow_ground(terrain, course, Hold::slides, touch)) give_up(course, before);
}

}  // namespace rockfall
