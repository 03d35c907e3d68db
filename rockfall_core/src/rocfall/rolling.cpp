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

// a and alpha of the forces (equations 1 to 6).
void accelerate(const Problem& problem, GroundMotion& motion) {
  const Support& s = problem.support;
  motion.acceleration = problem.gravity + s.inverse_mass * (motion.force + motion.resistance);
  motion.angular_acceleration = s.angular_velocity_change(motion.force);
}

// Equations 7 to 9, the contact point without acceleration, solved for (F1, F2, N) with the others put in:
// (G - mu_r/m e n^T) f = -g, e the direction of rolling.
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
// body rolls with the slip or against it. Rolling friction never drives the contact on.
bool solve_sliding(const Problem& problem, const Vec3& slip, const Vec3& roll, GroundMotion& motion) {
  const Support& s = problem.support;
  const double along = roll.dot(slip), mu = problem.friction.sliding, mu_r = problem.friction.rolling;
  const double share = along > kNoSlip ? mu + mu_r : (along < -kNoSlip ? std::fmax(mu - mu_r, 0) : mu);
  const Vec3 direction = s.normal - share * slip, response = s.response * s.normal;
  const double opening = response.dot(direction);
  if (!(opening > 1e-9 * response.dot(s.normal))) return false;  // the arm jams: sliding cannot go on
  motion.mode = ContactMode::slides;
  motion.force = -problem.gravity.dot(s.normal) / opening * direction;
  motion.resistance = Vec3(0, 0, 0);
  motion.slip = slip;
  motion.roll = roll;
  accelerate(problem, motion);
  return true;
}

// Where a body at rest would roll to, and whether friction lets it: true if it stays. What rolls is held by rolling
// friction at S, what cannot roll by friction.
bool stays(const Problem& problem, Vec3& roll) {
  const Support& s = problem.support;
  GroundMotion motion;
  if (!solve_sticking(problem, Vec3(0, 0, 0), motion)) return false;
  const Vec3 start = motion.angular_acceleration.cross(s.normal);
  const double size = start.norm();
  if (!(size * s.arm.norm() > 1e-12 * problem.gravity.norm())) {
    const double pressure = -problem.gravity.dot(s.normal);
    return tangential(s.normal, problem.gravity).norm() <= problem.friction.sliding * pressure;
  }
  roll = start / size;
  if (!solve_sticking(problem, roll, motion)) return false;
  return motion.angular_acceleration.cross(s.normal).dot(roll) <= 0;
}

}  // namespace

GroundMotion ground_motion(const Support& support, const GroundFriction& friction, const Vec3& velocity,
                           const Vec3& omega, double gravity) {
  const Problem problem{support, friction, Vec3(0, 0, -gravity)};
  const Vec3& n = support.normal;
  const Vec3 slip = tangential(n, support.velocity(velocity, omega)), turning = omega.cross(n);
  const double slip_speed = slip.norm(), turn_speed = turning.norm();
  const bool rolling = turn_speed * support.arm.norm() > kNoSlip;
  Vec3 roll = rolling ? Vec3(turning / turn_speed) : Vec3(0, 0, 0);
  GroundMotion motion;
  if (slip_speed > kNoSlip && solve_sliding(problem, slip / slip_speed, roll, motion)) return motion;
  if (!rolling && slip_speed <= kNoSlip && stays(problem, roll)) {
    motion.mode = ContactMode::rests;
    motion.force = -problem.gravity / support.inverse_mass;
    return motion;
  }
  if (!solve_sticking(problem, roll, motion)) return motion;
  const double pressure = motion.force.dot(n);
  if (!(pressure > 0)) return motion;
  motion.mode = ContactMode::rolls;
  const Vec3 grip = motion.force - pressure * n;
  const double needed = grip.norm();
  if (needed <= friction.sliding * pressure * (1 + 1e-12)) return motion;
  GroundMotion sliding;
  if (!solve_sliding(problem, -grip / needed, rolling ? roll : Vec3(0, 0, 0), sliding)) return motion;
  // Rolling friction that joins in while sliding may be enough to hold the contact after all.
  const Vec3 start = support.velocity(sliding.acceleration, sliding.angular_acceleration);
  return start.dot(sliding.slip) > 0 ? sliding : motion;
}

}  // namespace rockfall::rocfall
