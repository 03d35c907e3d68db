// Rolling and sliding on the ground: intervals of constant forces, projection to the ground, impacts on walls,
// separation.
#pragma once

#include "numerics/minmax.h"
#include "numerics/real.h"
#include "rocfall/first_touch.h"
#include "rocfall/interval.h"

namespace rockfall::rocfall {

/// Penetration of curved ground that an interval may have before it is tested for a wall, m.
constexpr double kContactTolerance = 1e-7;

/// Move a body until it touches the ground: a sphere along the normal, other bodies vertically, as their gaps are.
template <class Context>
Touch project_to_surface(const Context& context, BodyMotion& motion, Touch touch) {
  for (int i = 0; i < 4 && touch.exists && is_finite(touch.gap) && std::fabs(touch.gap) > 1e-10; ++i) {
    if (i > 0 && context.terrain.work().exhausted()) break;
    if constexpr (Context::kKind == Body::Kind::sphere) {
      motion.position -= touch.gap * touch.normal;
    } else {
      motion.position[2] -= touch.gap;
    }
    touch = context.touch(motion);
  }
  return touch;
}

/// Sine of the steepest rise against the motion (3 degrees) that the body follows; steeper ground is a wall.
constexpr double kWallSine = 0.05;

/// True if the contact velocity points into this part of the ground rather than along it, so that an impact follows.
template <class Context>
bool faces_wall(const Context& context, const BodyMotion& motion, const Touch& touch) {
  const double approach = -touch.normal.dot(contact_velocity(context, motion, touch));
  if (!touch.exists || !(approach >= larger_of(kMinBounceSpeed, touch.ground.bounce_speed))) return false;
  const double speed = motion.velocity.norm() + touch.arm.norm() * motion.omega.norm();
  return approach >= kWallSine * speed;
}

/// Part of an interval until a body touches ground that it penetrates at the end.
struct Approach {
  double time;
  Interval interval;
};

/// @param from, to  touches at both ends of the interval, which takes the time h
template <class Context>
Approach approach_wall(const Context& context, const typename Context::Support& support, const GroundMotion& ground,
                       const Touch& from, const Touch& to, double h) {
  const double level = smaller_of(0.0, from.gap) - kContactTolerance;
  const auto gap_after = [&](double t) {
    const Touch& touch = context.touch(integrate_interval(context, support, ground, t).end);
    return touch.exists ? touch.gap - level : kGapOverHole;
  };
  const double time = root_in(gap_after, {0, from.gap - level, h, to.gap - level}, context.terrain.work());
  return {time, integrate_interval(context, support, ground, time)};
}

/// Scale the velocities so that a position correction from the height `old_height` conserves energy. False if the
/// kinetic energy is too small for it.
template <class Context>
bool conserve_energy(Context& context, double old_height) {
  BodyMotion& motion = context.now.motion;
  const double potential_change = context.body.mass * context.gravity() * (motion.position[2] - old_height);
  const double energy = context.kinetic();
  if (potential_change > energy) return false;
  if (energy > 0) {
    const double scale = std::sqrt(1 - potential_change / energy);
    motion.velocity *= scale;
    if constexpr (Context::Support::kRotates) motion.omega *= scale;
  } else {
    context.now.contact_work += potential_change;  // moved down at zero velocity: contact work takes the energy
  }
  return true;
}

/// Move a body out of a wall that it has penetrated by about the tolerance.
template <class Context>
void move_out_of_wall(Context& context, const Touch& touch) {
  const Progress saved = context.now;
  project_to_surface(context, context.now.motion, touch);
  if (!conserve_energy(context, saved.motion.position[2])) context.now = saved;
}

/// An interval of contact: the normal of the ground at its start, and its percussion.
struct IntervalContact {
  Vec3 normal, percussion;
};

/// Percussion that directs the velocities along the ground after an interval. On convex ground it points into the
/// ground and reduces the percussion of the interval; where that is too small the ground does not hold the body.
template <class Support>
Vec3 following_percussion(const Support& support, bool is_rolling, const Vec3& slip, const IntervalContact& interval) {
  const auto pushes = [&](const Vec3& percussion) {
    const Vec3 sum = interval.percussion + percussion;
    return sum.dot(support.normal) >= 0 && sum.dot(interval.normal) >= 0;
  };
  if (is_rolling) {
    const Vec3 sticking = sticking_percussion(support, slip);
    if (pushes(sticking)) return sticking;
  }
  const Vec3 landing = landing_percussion(support, slip);
  return pushes(landing) ? landing : Vec3(0, 0, 0);
}

/// After an interval: project the position to the ground and the velocities along it, with constant energy. False if
/// the body has not enough kinetic energy for the height.
/// @param interval  nullable: its contact, which was recorded last
template <class Context>
bool follow_ground(Context& context, ContactMode mode, const Touch& end, const IntervalContact* interval) {
  BodyMotion& motion = context.now.motion;
  const double z = motion.position[2];
  const Touch touch = project_to_surface(context, motion, end);
  if (!touch.exists) return conserve_energy(context, z);  // over a hole: the trajectory ends here
  const auto support = context.support(touch);
  const Vec3 slip = support.velocity(motion.velocity, motion.omega);
  const bool is_rolling = Context::Support::kRotates && mode == ContactMode::rolling;
  const IntervalContact none{support.normal, Vec3(0, 0, 0)};
  const Vec3 percussion = following_percussion(support, is_rolling, slip, interval ? *interval : none);
  const double negligible = 1e-12 * context.body.mass;
  if (percussion.squaredNorm() > negligible * negligible) {
    if (interval && percussion.dot(support.normal) < 0) {
      add_to_last_contact(context, support, slip, percussion);
    } else {
      apply_contact_percussion(context, touch, support, slip, percussion);
    }
  }
  return conserve_energy(context, z);
}

/// Return to an earlier state of the step and stop the body there; contact work takes the kinetic energy.
template <class Context>
void restore_and_stop(Context& context, const Progress& saved) {
  context.now = saved;
  context.now.contact_work -= context.kinetic();
  context.now.motion.velocity = context.now.motion.omega = Vec3(0, 0, 0);
}

inline int32_t phase_of(ContactMode mode) { return mode == ContactMode::rolling ? RF_PHASE_ROLLING : RF_PHASE_SLIDING; }

/// True if a sphere that moves on from a touch is no higher above the ground than `gap`: the gap is at most that of the
/// nearest point of the ground before.
inline bool stays_near(const Body& body, const Touch& before, const Vec3& position, double gap) {
  if (!before.exact) return false;
  const double limit = body.radius + gap;
  return (position - before.point).squaredNorm() < limit * limit;
}

/// True if a body in flight is above the ground by more than `gap`, or over a hole.
/// @param end   motion after the flight
/// @param near  touch nearby
template <class Context>
bool is_above(const Context& context, const BodyMotion& end, const Touch& near, double gap) {
  if constexpr (Context::kKind == Body::Kind::point) {
    double height;
    return !context.terrain.height(end.position, height) || end.position[2] - height > gap + kTouchTolerance;
  }
  if constexpr (Context::kKind == Body::Kind::sphere) {
    if (stays_near(context.body, near, end.position, gap) && context.terrain.exists(end.position)) return false;
  }
  const Touch& touch = context.touch(end);
  return !touch.exists || touch.gap > gap + kTouchTolerance;
}

/// If free flight for the time h ends above the ground, the body separates: make that flight and return true.
/// @param end  touch after the interval in contact, nearby
template <class Context>
bool lift_off(Context& context, const Touch& from, const Touch& end, double h) {
  BodyMotion& motion = context.now.motion;
  BodyMotion free = motion;
  fly(context.gravity(), h, free);
  if constexpr (Context::kKind == Body::Kind::hull) turn(h, free);
  if (!is_above(context, free, end, larger_of(0.0, from.gap))) return false;
  if constexpr (Context::kKind == Body::Kind::sphere) turn(h, free);
  motion = free;
  context.now.phase = RF_PHASE_FLIGHT;
  return true;
}

/// One interval of rolling or sliding; returns the time used.
template <class Context>
double roll_or_slide_interval(Context& context, const Touch& touch, const typename Context::Support& support,
                              const GroundMotion& ground, double h) {
  const double duration = interval_time(context, support, ground, ground_friction<Context::kKind>(touch.ground), h);
  Interval interval = integrate_interval(context, support, ground, duration);
  Touch end_touch = context.touch(interval.end);
  double time = duration;
  bool meets_wall = false;
  if (end_touch.gap < smaller_of(0.0, touch.gap) - kContactTolerance && faces_wall(context, interval.end, end_touch)) {
    const Approach approach = approach_wall(context, support, ground, touch, end_touch, duration);
    const Touch& wall = context.touch(approach.interval.end);
    meets_wall = faces_wall(context, approach.interval.end, wall);
    if (meets_wall) {
      time = approach.time;
      interval = approach.interval;
      end_touch = wall;
    }
  }
  context.now.faulty = context.now.faulty || end_touch.faulty;
  const bool may_separate =
      ground.mode == ContactMode::separated || !end_touch.exists || end_touch.gap > kTouchTolerance;
  if (may_separate && lift_off(context, touch, end_touch, time)) return time;
  const Progress saved = context.now;
  record_contact(context, saved.motion.position, touch, support, interval.percussion, interval.before, interval.after);
  context.now.drag_work += interval.resistance_work;
  context.now.motion = interval.end;
  context.now.phase = phase_of(ground.mode);
  if (meets_wall) {
    context.now.phase = RF_PHASE_FLIGHT;  // an impact on the wall follows
    move_out_of_wall(context, end_touch);
    return time;
  }
  const IntervalContact contact{support.normal, interval.percussion};
  if (!follow_ground(context, ground.mode, end_touch, &contact)) restore_and_stop(context, saved);
  return time;
}

/// Accelerations and contact forces of a body on the ground.
template <class Context>
GroundMotion ground_motion_at(const Context& context, const typename Context::Support& support, const Touch& touch) {
  const BodyMotion& motion = context.now.motion;
  const GroundFriction friction = ground_friction<Context::kKind>(touch.ground);
  GroundMotion ground = ground_motion(support, friction, motion.velocity, motion.omega, context.gravity());
  if (ground.mode == ContactMode::separated) {
    ground.acceleration = Vec3(0, 0, -context.gravity());
    ground.force = ground.resistance = ground.angular_acceleration = Vec3(0, 0, 0);
  }
  return ground;
}

/// Roll, slide or rest for at most the time h. Returns the time used: 0 if the body is not on the ground, or if a
/// contact percussion was applied first.
template <class Context>
double roll_or_slide(Context& context, double h) {
  const BodyMotion& motion = context.now.motion;
  const Touch touch = context.touch(motion);
  context.now.faulty = context.now.faulty || touch.faulty;
  const Vec3 velocity = contact_velocity(context, motion, touch);
  const double separation_speed = touch.normal.dot(velocity);
  if (!touch.exists || touch.faulty || touch.gap > kContactTolerance || separation_speed > kNoSlip) {
    context.now.phase = RF_PHASE_FLIGHT;
    return 0;
  }
  context.now.faulty = context.now.faulty || !has_normal(touch);
  if (context.now.faulty) return 0;
  const auto support = context.support(touch);
  if (separation_speed < -kNoSlip) {
    if (faces_wall(context, motion, touch)) {
      resolve_impact(context, touch);
    } else {
      apply_contact_percussion(context, touch, support, velocity, landing_percussion(support, velocity));
    }
    return 0;
  }
  const GroundMotion ground = ground_motion_at(context, support, touch);
  if (ground.mode == ContactMode::resting) {
    hold_at_rest(context, touch, support, ground, h);
    return h;
  }
  return roll_or_slide_interval(context, touch, support, ground, h);
}

/// Finish a step that had too many events: one flight for the remaining time, projected to the ground if it penetrates.
template <class Context>
void finish_without_events(Context& context, double h) {
  const Progress saved = context.now;
  context.now.motion = after_flight(context.body, saved.motion, context.gravity(), h);
  const Touch touch = context.touch(context.now.motion);
  context.now.faulty = context.now.faulty || touch.faulty;
  if (context.now.faulty || !touch.exists || touch.gap > 0) return;
  context.now.phase = RF_PHASE_SLIDING;
  if (!follow_ground(context, ContactMode::sliding, touch, nullptr)) restore_and_stop(context, saved);
}

}  // namespace rockfall::rocfall
