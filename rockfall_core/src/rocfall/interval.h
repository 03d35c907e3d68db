// Intervals of rolling or sliding under constant forces.
#pragma once

#include "rocfall/step_context.h"
#include "rotation/free_rotation.h"

namespace rockfall::rocfall {

struct Interval {
  BodyMotion end;
  Vec3 before, after;  // contact velocities
  Vec3 percussion;
  double resistance_work;  // of rolling friction, J
};

/// Scale the contact force so that the work of its percussion is not positive: work(k) = k a + k^2 b vanishes at
/// k = -a / b, where a includes the contact velocity by gravity. Needed where the torque-free rotation of a hull moves
/// its contact point, and for a slip below what counts as slip.
template <class Context>
void prevent_energy_gain(const Context& context, const typename Context::Support& support, const Vec3& before, double h,
                         GroundMotion& ground) {
  constexpr double kRounding = 1e-14;  // contact work over the kinetic energy that counts as zero
  const Vec3 gravity_change(0, 0, -context.gravity() * h), percussion = h * ground.force;
  const double a = (before + 0.5 * gravity_change).dot(percussion),
               b = 0.5 * percussion.dot(support.response_to(percussion) + h * support.inverse_mass * ground.resistance);
  if (a + b <= 0 || a + b <= kRounding * context.kinetic()) return;
  const double scale = a < 0 && b > 0 ? -a / b : 0;
  ground.force *= scale;
  ground.resistance *= scale;
  ground.acceleration = Vec3(0, 0, -context.gravity()) + support.inverse_mass * (ground.force + ground.resistance);
  ground.angular_acceleration = support.angular_velocity_change(ground.force);
}

/// The rotation in an interval: torque-free at first, as in the hard contact model, which conserves the kinetic energy;
/// then the change by the contact.
template <class Context>
class IntervalRotation {
 public:
  IntervalRotation(const Context& context, double h) : from_(context.now.motion), omega_(from_.omega), h_(h) {
    if constexpr (Context::kKind == Body::Kind::hull) {
      free_ = free_rotation(RF_SCHEME_IMPLICIT, context.body.inertia, h, from_.orientation,
                            rotate_back(from_.orientation, from_.omega));
      omega_ = rotate(from_.orientation, free_.omega);
    }
  }

  /// Angular velocity before the change.
  const Vec3& omega() const { return omega_; }

  void finish(const Vec3& change, BodyMotion& end) const {
    if constexpr (Context::kKind == Body::Kind::sphere) {
      end.omega = from_.omega + change;
      end.orientation = rotated_in_space(from_.orientation, 0.5 * h_ * (from_.omega + end.omega));
    }
    if constexpr (Context::kKind == Body::Kind::hull) {
      end.orientation = rotated_in_space(free_.orientation, 0.5 * h_ * change);
      end.omega = rotate(end.orientation, free_.omega + rotate_back(from_.orientation, change));
    }
  }

 private:
  const BodyMotion& from_;
  Vec3 omega_;
  FreeRotation free_ = {};
  double h_;
};

/// Integrate the motion of a context over the time h.
template <class Context>
Interval integrate_interval(const Context& context, const typename Context::Support& support,
                            const GroundMotion& forces, double h) {
  const BodyMotion& from = context.now.motion;
  const IntervalRotation<Context> rotation(context, h);
  Interval interval;
  interval.before = support.velocity(from.velocity, rotation.omega());
  GroundMotion ground = forces;
  prevent_energy_gain(context, support, interval.before, h, ground);
  Vec3 velocity = from.velocity + h * ground.acceleration;
  interval.resistance_work = 0;
  if constexpr (Context::Support::kRotates) {
    interval.resistance_work = 0.5 * h * (from.velocity + velocity).dot(ground.resistance);
    if (interval.resistance_work > 0) {  // S moves against the direction of rolling: it would add energy
      GroundMotion without = forces;
      without.acceleration -= support.inverse_mass * forces.resistance;
      without.resistance = Vec3(0, 0, 0);
      return integrate_interval(context, support, without, h);
    }
  }
  const Vec3 change = h * ground.angular_acceleration;
  interval.percussion = h * ground.force;
  interval.after = support.velocity(velocity, rotation.omega() + change);
  interval.end = from;
  interval.end.velocity = velocity;
  interval.end.position += 0.5 * h * (from.velocity + velocity);
  rotation.finish(change, interval.end);
  return interval;
}

/// Time until sliding ends, or rolling that rolling friction brakes; at most h.
template <class Context>
double interval_time(const Context& context, const typename Context::Support& support, const GroundMotion& ground,
                     const GroundFriction& friction, double h) {
  const BodyMotion& motion = context.now.motion;
  double speed = 0, rate = 0;
  if (ground.mode == ContactMode::sliding) {
    speed = support.velocity(motion.velocity, motion.omega).dot(ground.slip);
    rate = support.velocity(ground.acceleration, ground.angular_acceleration).dot(ground.slip);
    if (!(speed > kNoSlip)) return h;
  } else if (ground.mode == ContactMode::rolling && friction.rolling > 0) {
    speed = motion.omega.cross(support.normal).dot(ground.roll);
    rate = ground.angular_acceleration.cross(support.normal).dot(ground.roll);
  }
  return speed > 0 && rate < 0 && speed < -rate * h ? speed / -rate : h;
}

/// Keep a body at rest that friction holds, for the time h.
template <class Context>
void hold_at_rest(Context& context, const Touch& touch, const typename Context::Support& support,
                  const GroundMotion& ground, double h) {
  BodyMotion& motion = context.now.motion;
  const double lost = context.kinetic();  // rounding, and rotation about the normal, which nothing else stops
  motion.velocity = motion.omega = Vec3(0, 0, 0);
  record_contact(context, motion.position, touch, support, h * ground.force, Vec3(0, 0, 0), Vec3(0, 0, 0));
  context.now.contact_work -= lost;
  context.now.phase = RF_PHASE_RESTING;
}

}  // namespace rockfall::rocfall
