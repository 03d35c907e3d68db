// Rolling and sliding on the ground: intervals of constant forces, projection to the ground, impacts on walls,
// separation.
#pragma once

#include "rocfall/first_touch.h"
#include "rocfall/lumped.h"
#include "rocfall/step_context.h"

namespace rockfall::rocfall {

/// Penetration of curved ground that an interval may have before it is tested for a wall, m.
constexpr double kContactTolerance = 1e-7;

/// Move a body until it touches the ground: a sphere along the normal, other bodies vertically, as their gaps are.
template <class Terrain>
Touch project_to_surface(const CountedGround<Terrain>& terrain, const StepContext& context, BodyMotion& motion,
                         Touch touch) {
  for (int i = 0; i < 4 && touch.exists && is_finite(touch.gap) && std::fabs(touch.gap) > 1e-10; ++i) {
    if (i > 0 && terrain.work().exhausted()) break;
    const bool along_normal = context.body.kind == Body::Kind::sphere;
    motion.position -= touch.gap * (along_normal ? touch.normal : Vec3(0, 0, 1));
    touch = find_touch(terrain, context.rock, context.body, motion);
  }
  return touch;
}

/// Sine of the steepest rise against the motion (3 degrees) that the body follows; steeper ground is a wall.
constexpr double kWallSine = 0.05;

/// True if the contact velocity points into this part of the ground rather than along it, so that an impact follows.
inline bool faces_wall(const BodyMotion& motion, const Touch& touch) {
  const double approach = -touch.normal.dot(motion.velocity + touch.arm.cross(motion.omega));
  const double speed = motion.velocity.norm() + touch.arm.norm() * motion.omega.norm();
  return touch.exists && approach >= kWallSine * speed &&
         approach >= std::fmax(touch.ground.bounce_speed, kMinBounceSpeed);
}

/// Part of an interval until a body touches ground that it penetrates at the end.
struct Approach {
  double time;
  Interval interval;
};

/// @param from, to  touches at both ends of the interval, which takes the time h
template <class Terrain>
Approach approach_wall(const CountedGround<Terrain>& terrain, const StepContext& context, const Support& support,
                       const GroundMotion& ground, const Touch& from, const Touch& to, double h) {
  const double level = std::fmin(from.gap, 0) - kContactTolerance;
  const auto gap_after = [&](double t) {
    const BodyMotion end = integrate_interval(context, support, ground, t).end;
    const Touch& touch = find_touch(terrain, context.rock, context.body, end);
    return touch.exists ? touch.gap - level : kNoGround;
  };
  const double time = root_in(gap_after, {0, from.gap - level, h, to.gap - level}, terrain.work());
  return {time, integrate_interval(context, support, ground, time)};
}

/// Scale the velocities so that a position correction from the height `old_height` conserves energy. False if the
/// kinetic energy is too small for it.
inline bool conserve_energy(StepContext& context, double old_height) {
  BodyMotion& motion = context.now.motion;
  const double potential_change = context.body.mass * context.gravity() * (motion.position[2] - old_height);
  const double energy = context.kinetic();
  if (potential_change > energy) return false;
  if (energy > 0) {
    const double scale = std::sqrt(1 - potential_change / energy);
    motion.velocity *= scale;
    motion.omega *= scale;
  } else {
    context.now.contact_work += potential_change;  // moved down at zero velocity: contact work takes the energy
  }
  return true;
}

/// Move a body out of a wall that it has penetrated by about the tolerance.
template <class Terrain>
void move_out_of_wall(const CountedGround<Terrain>& terrain, StepContext& context, const Touch& touch) {
  const Progress saved = context.now;
  project_to_surface(terrain, context, context.now.motion, touch);
  if (!conserve_energy(context, saved.motion.position[2])) context.now = saved;
}

/// An interval of contact: the normal of the ground at its start, and its percussion.
struct IntervalContact {
  Vec3 normal, percussion;
};

/// Percussion that directs the velocities along the ground after an interval. On convex ground it points into the
/// ground and reduces the percussion of the interval; where that is too small the ground does not hold the body.
inline Vec3 following_percussion(const Support& support, bool is_rolling, const Vec3& slip,
                                 const IntervalContact& interval) {
  const auto pushes = [&](const Vec3& percussion) {
    const Vec3 sum = interval.percussion + percussion;
    return sum.dot(support.normal) >= 0 && sum.dot(interval.normal) >= 0;
  };
  const Vec3 landing = landing_percussion(support, slip);
  if (is_rolling) {
    const Vec3 sticking = sticking_percussion(support, slip);
    if (pushes(sticking)) return sticking;
  }
  return pushes(landing) ? landing : Vec3(0, 0, 0);
}

/// After an interval: project the position to the ground and the velocities along it, with constant energy. False if
/// the body has not enough kinetic energy for the height.
/// @param interval  nullable: its contact, which was recorded last
template <class Terrain>
bool follow_ground(const CountedGround<Terrain>& terrain, StepContext& context, ContactMode mode, Touch touch,
                   const IntervalContact* interval) {
  BodyMotion& motion = context.now.motion;
  const double z = motion.position[2];
  touch = project_to_surface(terrain, context, motion, touch);
  if (!touch.exists) return conserve_energy(context, z);  // over a hole: the trajectory ends here
  const Support support = support_of(context.body, motion, touch);
  const Vec3 slip = support.velocity(motion.velocity, motion.omega);
  const bool is_rolling = mode == ContactMode::rolling && context.body.kind != Body::Kind::point;
  const IntervalContact none{support.normal, Vec3(0, 0, 0)};
  const Vec3 percussion = following_percussion(support, is_rolling, slip, interval ? *interval : none);
  if (percussion.norm() > 1e-12 * context.body.mass) {
    if (interval && percussion.dot(support.normal) < 0) {
      add_to_last_contact(context, support, percussion);
    } else {
      apply_contact_percussion(context, touch, support, percussion);
    }
  }
  return conserve_energy(context, z);
}

/// Return to an earlier state of the step and stop the body there; contact work takes the kinetic energy.
inline void restore_and_stop(StepContext& context, const Progress& saved) {
  context.now = saved;
  context.now.contact_work -= context.kinetic();
  context.now.motion.velocity = context.now.motion.omega = Vec3(0, 0, 0);
}

inline int32_t phase_of(ContactMode mode) { return mode == ContactMode::rolling ? RF_PHASE_ROLLING : RF_PHASE_SLIDING; }

/// True if a sphere that moves on from a touch is no higher above the ground than `gap`: the gap is at most that of the
/// nearest point of the ground before.
inline bool stays_near(const Body& body, const Touch& before, const Vec3& position, double gap) {
  if (body.kind != Body::Kind::sphere || !before.exact) return false;
  const double limit = body.radius + gap;
  return (position - before.point).squaredNorm() < limit * limit;
}

/// If free flight for the time h ends above the ground, the body separates: make that flight and return true.
/// @param end  touch after the interval in contact, nearby
template <class Terrain>
bool lift_off(const CountedGround<Terrain>& terrain, StepContext& context, const Touch& from, const Touch& end,
              double h) {
  const BodyMotion& start = context.now.motion;
  const Vec3 position = position_after_flight(start, context.gravity(), h);
  if (stays_near(context.body, end, position, std::fmax(from.gap, 0)) && terrain.exists(position)) return false;
  const BodyMotion free = after_flight(context.body, start, context.gravity(), h);
  const Touch& touch = find_touch(terrain, context.rock, context.body, free);
  if (touch.exists && !(touch.gap > std::fmax(from.gap, 0) + kTouchTolerance)) return false;
  context.now.motion = free;
  context.now.phase = RF_PHASE_FLIGHT;
  return true;
}

/// One interval of rolling or sliding; returns the time used.
template <class Terrain>
double roll_or_slide_interval(const CountedGround<Terrain>& terrain, StepContext& context, const Touch& touch,
                              const Support& support, const GroundMotion& ground, double h) {
  const double duration = interval_time(context, support, ground, ground_friction(context.body, touch.ground), h);
  Interval interval = integrate_interval(context, support, ground, duration);
  Touch end_touch = find_touch(terrain, context.rock, context.body, interval.end);
  double time = duration;
  bool meets_wall = false;
  if (end_touch.gap < std::fmin(touch.gap, 0) - kContactTolerance && faces_wall(interval.end, end_touch)) {
    const Approach approach = approach_wall(terrain, context, support, ground, touch, end_touch, duration);
    const Touch& wall = find_touch(terrain, context.rock, context.body, approach.interval.end);
    meets_wall = faces_wall(approach.interval.end, wall);
    if (meets_wall) {
      time = approach.time;
      interval = approach.interval;
      end_touch = wall;
    }
  }
  context.now.faulty = context.now.faulty || end_touch.faulty;
  const bool may_separate =
      ground.mode == ContactMode::separated || !end_touch.exists || end_touch.gap > kTouchTolerance;
  if (may_separate && lift_off(terrain, context, touch, end_touch, time)) return time;
  const Progress saved = context.now;
  record_contact(context, context.now.motion, touch, support, interval.percussion, interval.before, interval.after);
  context.now.drag_work += interval.resistance_work;
  context.now.motion = interval.end;
  context.now.phase = phase_of(ground.mode);
  if (meets_wall) {
    context.now.phase = RF_PHASE_FLIGHT;  // an impact on the wall follows
    move_out_of_wall(terrain, context, end_touch);
    return time;
  }
  const IntervalContact contact{support.normal, interval.percussion};
  if (!follow_ground(terrain, context, ground.mode, end_touch, &contact)) restore_and_stop(context, saved);
  return time;
}

/// Accelerations and contact forces of a body on the ground.
inline GroundMotion ground_motion_at(const StepContext& context, const Support& support, const Touch& touch) {
  const BodyMotion& motion = context.now.motion;
  const GroundFriction friction = ground_friction(context.body, touch.ground);
  GroundMotion ground = ground_motion(support, friction, motion.velocity, motion.omega, context.gravity());
  if (ground.mode == ContactMode::separated) {
    ground.acceleration = Vec3(0, 0, -context.gravity());
    ground.force = ground.resistance = ground.angular_acceleration = Vec3(0, 0, 0);
  }
  return ground;
}

/// Roll, slide or rest for at most the time h. Returns the time used: 0 if the body is not on the ground, or if a
/// contact percussion was applied first.
template <class Terrain>
double roll_or_slide(const CountedGround<Terrain>& terrain, StepContext& context, double h) {
  const BodyMotion& motion = context.now.motion;
  const Touch touch = find_touch(terrain, context.rock, context.body, motion);
  context.now.faulty = context.now.faulty || touch.faulty;
  const double separation_speed = touch.normal.dot(motion.velocity + touch.arm.cross(motion.omega));
  if (!touch.exists || touch.faulty || touch.gap > kContactTolerance || separation_speed > kNoSlip) {
    context.now.phase = RF_PHASE_FLIGHT;
    return 0;
  }
  const Support support = support_of(context.body, motion, touch);
  if (separation_speed < -kNoSlip) {
    if (faces_wall(motion, touch)) {
      resolve_impact(context, touch);
    } else {
      apply_contact_percussion(context, touch, support,
                               landing_percussion(support, support.velocity(motion.velocity, motion.omega)));
    }
    return 0;
  }
  const GroundMotion ground = ground_motion_at(context, support, touch);
  if (ground.mode == ContactMode::resting) {
    hold_at_rest(context, touch, support, ground, h);
    return h;
  }
  return roll_or_slide_interval(terrain, context, touch, support, ground, h);
}

/// Finish a step that had too many events: one flight for the remaining time, projected to the ground if it penetrates.
template <class Terrain>
void finish_without_events(const CountedGround<Terrain>& terrain, StepContext& context, double h) {
  const Progress saved = context.now;
  context.now.motion = after_flight(context.body, context.now.motion, context.gravity(), h);
  const Touch touch = find_touch(terrain, context.rock, context.body, context.now.motion);
  context.now.faulty = context.now.faulty || touch.faulty;
  if (context.now.faulty || !touch.exists || touch.gap > 0) return;
  context.now.phase = RF_PHASE_SLIDING;
  if (!follow_ground(terrain, context, ContactMode::sliding, touch, nullptr)) restore_and_stop(context, saved);
}

}  // namespace rockfall::rocfall
