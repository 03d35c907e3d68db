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

/// Time of a stretch at which it runs into a wall: h if there is none.
template <class Terrain>
double wall_time(const Terrain& terrain, const Course& course, const Support& support, const GroundMotion& ground,
                 double level, double h) {
  const auto hits = [&](double t, bool& hard) {
    const BodyMotion there = stretch_over(course, support, ground, t).end;
    const Touch touch = find_touch(terrain, course.rock, course.body, there);
    const double approach = -touch.normal.dot(there.velocity + touch.arm.cross(there.spin));
    hard = touch.exists && approach > kNoSlip && approach >= touch.ground.rocfall_bounce_speed;
    return touch.exists && touch.gap < level - kCut;
  };
  bool hard;
  if (!hits(h, hard) || !hard) return h;
  double low = 0, high = h;
  for (int i = 0; i < 40; ++i) {
    const double t = 0.5 * (low + high);
    bool ignored;
    (hits(t, ignored) ? high : low) = t;
  }
  hits(high, hard);
  return hard ? high : h;  // soft at first touch: a bend, not a wall
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
  const double climb = course.body.mass * course.gravity() * (motion.position[2] - z);
  const double energy = course.kinetic();
  if (climb > energy) return false;
  if (climb != 0 && energy > 0) {
    const double scale = std::sqrt(1 - climb / energy);
    motion.velocity *= scale;
    motion.spin *= scale;
  }
  return true;
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
  const double time = wall_time(terrain, course, support, ground, std::fmin(touch.gap, 0), until);
  const Stretch stretch = stretch_over(course, support, ground, time);
  const Touch there = find_touch(terrain, course.rock, course.body, stretch.end);
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
  } else if (!follow_ground(terrain, course, ground.hold, there)) {
    give_up(course, before);
  }
  return time;
}

/// Roll, slide or rest for at most h; returns the time that it took, 0 if the body is off the ground.
template <class Terrain>
double ride(const Terrain& terrain, Course& course, double h) {
  const BodyMotion& motion = course.now.motion;
  const Touch touch = find_touch(terrain, course.rock, course.body, motion);
  course.now.faulty = course.now.faulty || touch.faulty;
  if (!touch.exists || touch.faulty || touch.gap > kCut) {
    course.now.phase = RF_PHASE_FLIGHT;
    return 0;
  }
  const Support support = support_of(course.body, motion, touch);
  const GroundFriction friction = ground_friction(course.body, touch.ground);
  GroundMotion ground = ground_motion(support, friction, motion.velocity, motion.spin, course.gravity());
  if (ground.hold == Hold::rests) {
    hold_at_rest(course, touch, support, ground, h);
    return h;
  }
  if (ground.hold == Hold::lifted) ground.acceleration = Vec3(0, 0, -course.gravity());
  return ride_stretch(terrain, course, touch, support, ground, h);
}

}  // namespace rockfall
