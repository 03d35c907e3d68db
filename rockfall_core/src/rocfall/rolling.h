// Rolling and sliding of a body on one contact: the nine equations 3.10 to 3.11 of the legacy manual. Templates over
// the supports of rocfall/support.h.
#pragma once

#include <cmath>

#include "numerics/linear.h"
#include "numerics/minmax.h"

namespace rockfall::rocfall {

/// Friction of the ground under a body.
struct GroundFriction {
  double sliding;  // mu
  double rolling;  // mu_r; 0 for a body that does not rotate
};

enum class ContactMode {
  separated,  // the normal force would be negative
  resting,    // friction holds the body
  rolling,    // the tangential velocity of the contact point is zero and stays zero
  sliding     // the friction bound is reached
};

struct GroundMotion {
  ContactMode mode = ContactMode::separated;
  Vec3 acceleration = Vec3(0, 0, 0);          // a of S
  Vec3 angular_acceleration = Vec3(0, 0, 0);  // alpha
  Vec3 force = Vec3(0, 0, 0);                 // (F1, F2, N) at the contact
  Vec3 resistance = Vec3(0, 0, 0);  // rolling friction, which acts at S (3.10b); part of `force` while sliding
  Vec3 slip = Vec3(0, 0, 0);        // unit direction of slip while sliding
  Vec3 roll = Vec3(0, 0, 0);        // unit direction of rolling
};

/// Tangential contact velocities below this count as zero, m/s.
constexpr double kNoSlip = 1e-9;

/// The equations of one body on the ground.
template <class Support>
class GroundProblem {
 public:
  /// @param gravity  m/s2 along -z
  GroundProblem(const Support& support, const GroundFriction& friction, double gravity)
      : support_(support), friction_(friction), gravity_(0, 0, -gravity) {}

  /// Equations 7 to 9 (no acceleration of the contact point), solved for (F1, F2, N) after substitution of the others:
  /// (G - mu_r/m e n^T) f = -g, with e the direction of rolling.
  bool solve_sticking(const Vec3& roll, GroundMotion& motion) const {
    const double resistance = friction_.rolling * support_.inverse_mass;
    if (!support_.percussion_for(-gravity_, resistance, roll, motion.force)) return false;
    if constexpr (Support::kRotates) {
      motion.resistance = -friction_.rolling * motion.force.dot(support_.normal) * roll;
      motion.roll = roll;
    }
    accelerate(motion);
    return true;
  }

  /// Equations 3.10c in the frame whose t1 is the direction of slip: F = -(mu +- mu_r) N slip, the sign by whether the
  /// body rolls with or against the slip. Rolling friction never accelerates the contact.
  bool solve_sliding(const Vec3& slip, const Vec3& roll, GroundMotion& motion) const {
    const Vec3 direction = support_.normal - friction_along(slip, roll) * slip,
               response = support_.response_to(support_.normal);
    const double normal_response = response.dot(direction);
    if (!(normal_response > 1e-9 * response.dot(support_.normal))) return false;  // jamming: no sliding solution
    motion.mode = ContactMode::sliding;
    motion.force = -gravity_.dot(support_.normal) / normal_response * direction;
    motion.resistance = Vec3(0, 0, 0);
    motion.slip = slip;
    motion.roll = roll;
    accelerate(motion);
    return true;
  }

  /// True if friction holds a body at rest; otherwise `roll` is the direction in which it starts to roll. A body that
  /// can roll is held by rolling friction at S, a body that cannot by friction.
  bool stays_at_rest(Vec3& roll) const {
    const Vec3& n = support_.normal;
    GroundMotion motion;
    if (!solve_sticking(Vec3(0, 0, 0), motion)) return false;
    const Vec3 roll_acceleration = motion.angular_acceleration.cross(n);
    const double size = roll_acceleration.norm();
    if (!(size * support_.contact_arm().norm() > 1e-12 * gravity_.norm())) {
      const double along = gravity_.dot(n);
      return (gravity_ - along * n).norm() <= -friction_.sliding * along;
    }
    roll = roll_acceleration / size;
    if (!solve_sticking(roll, motion)) return false;
    return motion.angular_acceleration.cross(n).dot(roll) <= 0;
  }

 private:
  double friction_along(const Vec3& slip, const Vec3& roll) const {
    const double mu = friction_.sliding, mu_r = friction_.rolling;
    if constexpr (!Support::kRotates) return mu;
    const double roll_along_slip = roll.dot(slip);
    return roll_along_slip > kNoSlip ? mu + mu_r : (roll_along_slip < -kNoSlip ? larger_of(0.0, mu - mu_r) : mu);
  }

  // a and alpha from the forces (equations 1 to 6).
  void accelerate(GroundMotion& motion) const {
    motion.acceleration = gravity_ + support_.inverse_mass * (motion.force + motion.resistance);
    motion.angular_acceleration = support_.angular_velocity_change(motion.force);
  }

  const Support& support_;
  const GroundFriction friction_;
  const Vec3 gravity_;
};

/// Accelerations and forces of a body on the ground.
/// @param omega    angular velocity, I
/// @param gravity  m/s2 along -z
template <class Support>
GroundMotion ground_motion(const Support& support, const GroundFriction& friction, const Vec3& velocity,
                           const Vec3& omega, double gravity) {
  const GroundProblem<Support> problem(support, friction, gravity);
  const Vec3& n = support.normal;
  const Vec3 contact_velocity = support.velocity(velocity, omega);
  const Vec3 slip = contact_velocity - contact_velocity.dot(n) * n;
  const double slip_speed = slip.norm();
  Vec3 roll(0, 0, 0);
  bool rolling = false;
  if constexpr (Support::kRotates) {
    const Vec3 roll_velocity = omega.cross(n);
    const double roll_speed = roll_velocity.norm();
    rolling = roll_speed * support.arm.norm() > kNoSlip;
    if (rolling) roll = roll_velocity / roll_speed;
  }
  GroundMotion motion;
  if (slip_speed > kNoSlip && problem.solve_sliding(slip / slip_speed, roll, motion)) return motion;
  if (!rolling && slip_speed <= kNoSlip && problem.stays_at_rest(roll)) {
    motion.mode = ContactMode::resting;
    motion.force = Vec3(0, 0, gravity / support.inverse_mass);
    return motion;
  }
  if (!problem.solve_sticking(roll, motion)) return motion;
  const double normal_force = motion.force.dot(n);
  if (!(normal_force > 0)) return motion;
  motion.mode = ContactMode::rolling;
  const Vec3 tangential_force = motion.force - normal_force * n;
  const double required = tangential_force.norm();
  if (required <= friction.sliding * normal_force * (1 + 1e-12)) return motion;
  GroundMotion sliding;
  if (!problem.solve_sliding(-tangential_force / required, rolling ? roll : Vec3(0, 0, 0), sliding)) return motion;
  // With rolling friction added while sliding, friction may be sufficient to keep the contact sticking.
  const Vec3 slip_acceleration = support.velocity(sliding.acceleration, sliding.angular_acceleration);
  return slip_acceleration.dot(sliding.slip) > 0 ? sliding : motion;
}

}  // namespace rockfall::rocfall
