// Rolling and sliding over the ground: along a interval, around its bends, into its walls, and off it.
#pragma once

#include "rocfall/first_touch.h"
#include "rocfall/lumped.h"
#include "rocfall/step_context.h"

namespace rockfall::rocfall {

/// Bends of the ground that a interval may cut into before it is asked whether it ran into a wall, m.
constexpr double kContactTolerance = 1e-7;

/// Move a body along the normal until it touches. Vertically where gaps are vertical.
template <class Terrain>
Touch project_to_surface(const Terrain& terrain, const StepContext& context, BodyMotion& motion, Touch touch) {
  for (int i = 0; i < 4 && touch.exists && is_finite(touch.gap) && std::fabs(touch.gap) > 1e-10; ++i) {
    const bool along_normal = context.body.kind == Body::Kind::sphere;
    motion.position -= touch.gap * (along_normal ? touch.normal : Vec3(0, 0, 1));
    touch = find_touch(terrain, context.rock, context.body, motion);
  }
  return touch;
}

/// Ground that rises less steeply than this against the way of a body (sine of 3 degrees) is a bend, not a wall.
constexpr double kBend = 0.05;

/// Does a body on the ground run into this part of it, rather than along it? An impact is due then.
inline bool faces_wall(const BodyMotion& motion, const Touch& touch) {
  const double approach = -touch.normal.dot(motion.velocity + touch.arm.cross(motion.omega));
  const double speed = motion.velocity.norm() + touch.arm.norm() * motion.omega.norm();
  return touch.exists && approach >= kBend * speed &&
         approach >= std::fmax(touch.ground.rocfall_bounce_speed, kLeastBounce);
}

inline bool runs_into(const BodyMotion& motion, const Touch& touch, double level) {
  return touch.gap < level - kContactTolerance && faces_wall(motion, touch);
}

/// Time at which a interval that runs into something at h gets there; h if it is a bend, not a wall: soft at first
/// touch.
template <class Terrain>
double wall_time(const Terrain& terrain, const StepContext& context, const Support& support, const GroundMotion& ground,
                 double level, double h) {
  double low = 0, high = h;
  bool wall = true;
  for (int i = 0; i < 32; ++i) {
    const double t = 0.5 * (low + high);
    const BodyMotion there = integrate_interval(context, support, ground, t).end;
    const Touch touch = find_touch(terrain, context.rock, context.body, there);
    const bool inside = touch.exists && touch.gap < level - kContactTolerance;
    (inside ? high : low) = t;
    if (inside) wall = runs_into(there, touch, level);
  }
  return wall ? high : h;
}

/// Speed of a body that has been moved from a height by hand: its energy stays. False if it has not enough.
inline bool charge_climb(StepContext& context, double from) {
  BodyMotion& motion = context.now.motion;
  const double climb = context.body.mass * context.gravity() * (motion.position[2] - from);
  const double energy = context.kinetic();
  if (climb > energy) return false;
  if (energy > 0) {
    const double scale = std::sqrt(1 - climb / energy);
    motion.velocity *= scale;
    motion.omega *= scale;
  } else {
    context.now.contact_work += climb;  // let down without a motion that could take the energy up
  }
  return true;
}

/// Out of the wall into which a body has run by the depth that it takes to notice it.
template <class Terrain>
void step_back(const Terrain& terrain, StepContext& context, const Touch& touch) {
  const Progress before = context.now;
  project_to_surface(terrain, context, context.now.motion, touch);
  if (!charge_climb(context, before.motion.position[2])) context.now = before;
}

/// After a interval: back onto the ground, velocities along it, energy as before. False if the body has not the energy
/// to get up there.
template <class Terrain>
bool follow_ground(const Terrain& terrain, StepContext& context, ContactMode mode, Touch touch) {
  BodyMotion& motion = context.now.motion;
  const double z = motion.position[2];
  touch = project_to_surface(terrain, context, motion, touch);
  if (!touch.exists) return true;  // over a hole: the trajectory ends
  const Support support = support_of(context.body, motion, touch);
  const Vec3 slip = support.velocity(motion.velocity, motion.omega);
  const bool rolls = mode == ContactMode::rolls && context.body.kind != Body::Kind::point;
  const Vec3 percussion = rolls ? sticking_percussion(support, slip) : landing_percussion(support, slip);
  if (percussion.norm() > 1e-12 * context.body.mass) apply_contact_percussion(context, touch, support, percussion);
  return charge_climb(context, z);
}

/// A body that the ground does not let on stands still where it was.
inline void restore_progress(StepContext& context, const Progress& before) {
  context.now = before;
  context.now.contact_work -= context.kinetic();
  context.now.motion.velocity = context.now.motion.omega = Vec3(0, 0, 0);
}

inline int32_t phase_of(ContactMode mode) { return mode == ContactMode::rolls ? RF_PHASE_ROLLING : RF_PHASE_SLIDING; }

/// Does free flight over h end above the ground? Then the ground does not hold the body, which flies so.
template <class Terrain>
bool lift_off(const Terrain& terrain, StepContext& context, const Touch& from, double h) {
  const BodyMotion free = after_flight(context.body, context.now.motion, context.gravity(), h);
  const Touch touch = find_touch(terrain, context.rock, context.body, free);
  if (touch.exists && !(touch.gap > std::fmax(from.gap, 0) + kTouching)) return false;
  context.now.motion = free;
  context.now.phase = RF_PHASE_FLIGHT;
  return true;
}

/// One interval of rolling or sliding; returns the time that it took.
template <class Terrain>
double roll_or_slide_interval(const Terrain& terrain, StepContext& context, const Touch& touch, const Support& support,
                              const GroundMotion& ground, double h) {
  const double until = interval_time(context, support, ground, ground_friction(context.body, touch.ground), h);
  const double level = std::fmin(touch.gap, 0);
  Interval interval = integrate_interval(context, support, ground, until);
  Touch there = find_touch(terrain, context.rock, context.body, interval.end);
  double time = until;
  if (runs_into(interval.end, there, level)) {
    time = wall_time(terrain, context, support, ground, level, until);
    if (time < until) {
      interval = integrate_interval(context, support, ground, time);
      there = find_touch(terrain, context.rock, context.body, interval.end);
    }
  }
  context.now.faulty = context.now.faulty || there.faulty;
  const bool falls_away = ground.mode == ContactMode::separated || !there.exists || there.gap > kTouching;
  if (falls_away && lift_off(terrain, context, touch, time)) return time;
  const Progress before = context.now;
  record(context, context.now.motion, touch, support, interval.percussion, interval.before, interval.after);
  context.now.drag_work += interval.resistance_work;
  context.now.motion = interval.end;
  context.now.phase = phase_of(ground.mode);
  if (time < until) {
    context.now.phase = RF_PHASE_FLIGHT;  // in front of a wall: an impact is due
    step_back(terrain, context, there);
  } else if (!follow_ground(terrain, context, ground.mode, there)) {
    restore_progress(context, before);
  }
  return time;
}

/// Forces of the ground on a body that touches it.
inline GroundMotion forces_of_ground(const StepContext& context, const Support& support, const Touch& touch) {
  const BodyMotion& motion = context.now.motion;
  const GroundFriction friction = ground_friction(context.body, touch.ground);
  GroundMotion ground = ground_motion(support, friction, motion.velocity, motion.omega, context.gravity());
  if (ground.mode == ContactMode::separated) ground.acceleration = Vec3(0, 0, -context.gravity());
  return ground;
}

/// Roll, slide or rest for at most h; returns the time that it took: 0 if the body is off the ground, or had first to
/// meet another part of it.
template <class Terrain>
double roll_or_slide(const Terrain& terrain, StepContext& context, double h) {
  const BodyMotion& motion = context.now.motion;
  const Touch touch = find_touch(terrain, context.rock, context.body, motion);
  context.now.faulty = context.now.faulty || touch.faulty;
  const double leaving = touch.normal.dot(motion.velocity + touch.arm.cross(motion.omega));
  if (!touch.exists || touch.faulty || touch.gap > kContactTolerance || leaving > kNoSlip) {
    context.now.phase = RF_PHASE_FLIGHT;
    return 0;
  }
  const Support support = support_of(context.body, motion, touch);
  if (leaving < -kNoSlip) {
    if (faces_wall(motion, touch)) {
      resolve_impact(context, touch);
    } else {
      apply_contact_percussion(context, touch, support,
                               landing_percussion(support, support.velocity(motion.velocity, motion.omega)));
    }
    return 0;
  }
  const GroundMotion ground = forces_of_ground(context, support, touch);
  if (ground.mode == ContactMode::rests) {
    hold_at_rest(context, touch, support, ground, h);
    return h;
  }
  return roll_or_slide_interval(terrain, context, touch, support, ground, h);
}

/// The rest of a step that had too many events: on along the ground whatever there is, and never into it.
template <class Terrain>
void finish_without_events(const Terrain& terrain, StepContext& context, double h) {
  const Progress before = context.now;
  context.now.motion = after_flight(context.body, context.now.motion, context.gravity(), h);
  const Touch touch = find_touch(terrain, context.rock, context.body, context.now.motion);
  context.now.faulty = context.now.faulty || touch.faulty;
  if (context.now.faulty || !touch.exists || touch.gap > 0) return;
  context.now.phase = RF_PHASE_SLIDING;
  if (!follow_ground(terrain, context, ContactMode::slides, touch)) restore_progress(context, before);
}

}  // namespace rockfall::rocfall
