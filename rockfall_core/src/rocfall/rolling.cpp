#include "rocfall/rolling.h"

#include <cmath>

#include "numerics/dense_solve.h"

namespace rockfall::rocfall {
namespace {

struct Problem {
  const Support& support;
  const GroundFriction& friction;
  Vec3 gravity;
};

Vec3 tangential(const Vec3& n, const Vec3& x) { return x - x.dot(n) * n; }

// a and alpha from the forces (equations 1 to 6).
void accelerate(const Problem& problem, GroundMotion& motion) {
  const Support& s = problem.support;
  motion.acceleration = problem.gravity + s.inverse_mass * (motion.force + motion.resistance);
  motion.angular_acceleration = s.angular_velocity_change(motion.force);
}

// Equations 7 to 9 (no acceleration of the contact point), solved for (F1, F2, N) after substitution of the others:
// (G - mu_r/m e n^T) f = -g, with e the direction of rolling.
bool solve_sticking(const Problem& problem, const Vec3& roll, GroundMotion& motion) {
  const Support& s = problem.support;
  const double resistance = problem.friction.rolling * s.inverse_mass;
  double a[9], b[3];
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) a[3 * i + k] = s.response(i, k) - resistance * roll[i] * s.normal[k];
    b[i] = -problem.gravity[i];
  }
  if (!dense_solve(a, b, 3, 3)) return false;
  motion.force = load3(b);
  motion.resistance = -problem.friction.rolling * motion.force.dot(s.normal) * roll;
  motion.roll = roll;
  accelerate(problem, motion);
  return true;
}

// Equations 3.10c in the frame whose t1 is the direction of slip: F = -(mu +- mu_r) N slip, the sign by whether the
// body rolls with or against the slip. Rolling friction never accelerates the contact.
bool solve_sliding(const Problem& problem, const Vec3& slip, const Vec3& roll, GroundMotion& motion) {
  const Support& s = problem.support;
  const double roll_along_slip = roll.dot(slip), mu = problem.friction.sliding, mu_r = problem.friction.rolling;
  const double coefficient =
      roll_along_slip > kNoSlip ? mu + mu_r : (roll_along_slip < -kNoSlip ? std::fmax(mu - mu_r, 0) : mu);
  const Vec3 direction = s.normal - coefficient * slip, response = s.response * s.normal;
  const double normal_response = response.dot(direction);
  if (!(normal_response > 1e-9 * response.dot(s.normal))) return false;  // jamming: no sliding solution
  motion.mode = ContactMode::sliding;
  motion.force = -problem.gravity.dot(s.normal) / normal_response * direction;
  motion.resistance = Vec3(0, 0, 0);
  motion.slip = slip;
  motion.roll = roll;
  accelerate(problem, motion);
  return true;
}

// True if friction holds a body at rest; otherwise `roll` is the direction in which it starts to roll. A body that can
// roll is held by rolling friction at S, a body that cannot by friction.
bool stays_at_rest(const Problem& problem, Vec3& roll) {
  const Support& s = problem.support;
  GroundMotion motion;
  if (!solve_sticking(problem, Vec3(0, 0, 0), motion)) return false;
  const Vec3 roll_acceleration = motion.angular_acceleration.cross(s.normal);
  const double size = roll_acceleration.norm();
  if (!(size * s.arm.norm() > 1e-12 * problem.gravity.norm())) {
    const double normal_force = -problem.gravity.dot(s.normal);
    return tangential(s.normal, problem.gravity).norm() <= problem.friction.sliding * normal_force;
  }
  roll = roll_acceleration / size;
  if (!solve_sticking(problem, roll, motion)) return false;
  return motion.angular_acceleration.cross(s.normal).dot(roll) <= 0;
}

}  // namespace

GroundMotion ground_motion(const Support& support, const GroundFriction& friction, const Vec3& velocity,
                           const Vec3& omega, double gravity) {
  const Problem problem{support, friction, Vec3(0, 0, -gravity)};
  const Vec3& n = support.normal;
  const Vec3 slip = tangential(n, support.velocity(velocity, omega)), roll_velocity = omega.cross(n);
  const double slip_speed = slip.norm(), roll_speed = roll_velocity.norm();
  const bool rolling = roll_speed * support.arm.norm() > kNoSlip;
  Vec3 roll = rolling ? Vec3(roll_velocity / roll_speed) : Vec3(0, 0, 0);
  GroundMotion motion;
  if (slip_speed > kNoSlip && solve_sliding(problem, slip / slip_speed, roll, motion)) return motion;
  if (!rolling && slip_speed <= kNoSlip && stays_at_rest(problem, roll)) {
    motion.mode = ContactMode::resting;
    motion.force = -problem.gravity / support.inverse_mass;
    return motion;
  }
  if (!solve_sticking(problem, roll, motion)) return motion;
  const double normal_force = motion.force.dot(n);
  if (!(normal_force > 0)) return motion;
  motion.mode = ContactMode::rolling;
  const Vec3 tangential_force = motion.force - normal_force * n;
  const double required = tangential_force.norm();
  if (required <= friction.sliding * normal_force * (1 + 1e-12)) return motion;
  GroundMotion sliding;
  if (!solve_sliding(problem, -tangential_force / required, rolling ? roll : Vec3(0, 0, 0), sliding)) return motion;
  // With rolling friction added while sliding, friction may be sufficient to keep the contact sticking.
  const Vec3 slip_acceleration = support.velocity(sliding.acceleration, sliding.angular_acceleration);
  return slip_acceleration.dot(sliding.slip) > 0 ? sliding : motion;
}

}  // namespace rockfall::rocfall
