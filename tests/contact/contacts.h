// Random contact problems and checks of the contact laws by their definition.
#pragma once

#include <doctest/doctest.h>

#include <cmath>

#include "contact/percussion_solver.h"
#include "support/random.h"

namespace contacts {

using rockfall::Contact;
using rockfall::ContactSet;
using rockfall::Mat3;
using rockfall::Vec3;
using rockfall::Velocity;

/// A rock with contacts and its velocity without percussions.
struct Problem {
  ContactSet set;
  double inverse_mass;
  Mat3 inverse_inertia;
  Mat3 rotation;  // A_IK
  Velocity free;
};

/// Computes W of a contact from its lever arm and frame.
inline void set_kinematics(Problem& problem, Contact& contact) {
  contact.angular = rockfall::skew(contact.arm) * (problem.rotation.transpose() * contact.frame);
  contact.angular_response = problem.inverse_inertia * contact.angular;
}

/// A body of 1 to 1e6 kg with contacts on its lower side.
inline Problem random_problem(support::Random& random, uint32_t count, double friction, double restitution) {
  Problem problem;
  const double mass = std::pow(10.0, random.between(0, 6)), size = random.between(0.2, 3);
  const double s[3] = {random.between(0.1, 1), random.between(0.1, 1), random.between(0.1, 1)};
  const Vec3 inertia = 0.2 * mass * size * size * Vec3(s[1] + s[2], s[0] + s[2], s[0] + s[1]);
  problem.inverse_mass = 1 / mass;
  problem.inverse_inertia = inertia.cwiseInverse().asDiagonal();
  problem.rotation = Mat3::Identity();
  double x[3];
  random.fill(x, 3, 5);
  problem.free.linear = rockfall::load3(x) - Vec3(0, 0, 3);
  random.fill(x, 3, 10);
  problem.free.angular = rockfall::load3(x);
  problem.set.count = count;
  for (uint32_t i = 0; i < count; ++i) {
    Contact& contact = problem.set.items[i];
    contact.gap = 0;
    contact.feature = i;
    contact.percussion = Vec3(0, 0, 0);
    contact.arm = size * Vec3(random.between(-1, 1), random.between(-1, 1), random.between(-1, -0.3));
    contact.frame = rockfall::contact_frame(Vec3(random.between(-0.7, 0.7), random.between(-0.7, 0.7), 1).normalized());
    contact.ground = rockfall::contact_ground(rf_default_ground());
    contact.in_soil = false;
    contact.rolling_arm = 0;
    contact.ground.restitution_normal = restitution;
    contact.friction = friction;
    set_kinematics(problem, contact);
    contact.before = rockfall::contact_velocity(contact, problem.free);
  }
  return problem;
}

/// Largest violations of the contact laws, relative to the size of velocities and percussions.
struct Violation {
  double normal = 0;         // P_N < 0 or xi_N < 0
  double complementary = 0;  // P_N xi_N
  double cone = 0;           // |P_T| > mu P_N
  double dissipation = 0;    // slip not opposite to P_T
};

inline void update_max(double& worst, double value) { worst = std::fmax(worst, value); }

inline void update_max(Violation& worst, const Violation& v) {
  update_max(worst.normal, v.normal);
  update_max(worst.complementary, v.complementary);
  update_max(worst.cone, v.cone);
  update_max(worst.dissipation, v.dissipation);
}

/// @param cone_bound  of friction above its bound, which is rounding
inline void check_below(const Violation& worst, double bound, double cone_bound = 1e-12) {
  CHECK(worst.normal < bound);
  CHECK(worst.complementary < bound);
  CHECK(worst.cone < cone_bound);
  CHECK(worst.dissipation < bound);
}

/// Checks one contact: percussion p, xi = gamma+ + epsilon gamma-.
inline void check_law(const Vec3& p, const Vec3& xi, double friction, double p_size, double xi_size, Violation& v) {
  update_max(v.normal, -p[0] / p_size);
  update_max(v.normal, -xi[0] / xi_size);
  update_max(v.complementary, std::fabs(p[0] * xi[0]) / (p_size * xi_size));
  const double pt = std::sqrt(p[1] * p[1] + p[2] * p[2]), xt = std::sqrt(xi[1] * xi[1] + xi[2] * xi[2]);
  update_max(v.cone, (pt - friction * p[0]) / p_size);
  // Coulomb's maximal dissipation: xi_T . P_T = -mu P_N |xi_T|; satisfied by sticking (xi_T = 0).
  update_max(v.dissipation, std::fabs(xi[1] * p[1] + xi[2] * p[2] + friction * p[0] * xt) / (p_size * xi_size));
}

/// The largest speed of a contact before the impact.
inline double speed(const Problem& problem) {
  double fastest = 0;
  for (uint32_t i = 0; i < problem.set.count; ++i) fastest = std::fmax(fastest, problem.set.items[i].before.norm());
  return fastest;
}

/// Violation of the contact laws by the percussions of a problem.
/// @param velocity     after them
/// @param restitution  1: with the normal restitution of the ground; 0: without
inline Violation violation(const Problem& problem, const Velocity& velocity, double restitution) {
  Violation worst;
  double p_size = 0;
  for (uint32_t i = 0; i < problem.set.count; ++i) p_size = std::fmax(p_size, problem.set.items[i].percussion.norm());
  if (p_size == 0) p_size = 1;
  for (uint32_t i = 0; i < problem.set.count; ++i) {
    const Contact& contact = problem.set.items[i];
    Vec3 xi = rockfall::contact_velocity(contact, velocity);
    xi[0] += restitution * contact.ground.restitution_normal * contact.before[0];
    check_law(contact.percussion, xi, contact.friction, p_size, speed(problem), worst);
  }
  return worst;
}

/// Gives all contacts rolling friction. @param resistance  the arm, m
inline void set_rolling(Problem& problem, double resistance) {
  for (uint32_t i = 0; i < problem.set.count; ++i) {
    Contact& contact = problem.set.items[i];
    contact.rolling_arm = resistance;
    contact.rolling_axes = problem.rotation.transpose() * contact.frame.rightCols<2>();
    contact.rolling_response = problem.inverse_inertia * contact.rolling_axes;
    contact.moment = rockfall::Vec2(0, 0);
  }
}

/// Violation of the law of rolling friction by the moments of a problem: beyond their bound, and not opposite to the
/// rolling angular velocity where they are at it. Relative to the largest percussion and to the angular velocity.
inline double rolling_violation(const Problem& problem, const Velocity& velocity) {
  double size = 1e-300, worst = 0;
  const double spin = problem.free.angular.norm();
  for (uint32_t k = 0; k < problem.set.count; ++k) size = std::fmax(size, problem.set.items[k].percussion.norm());
  for (uint32_t k = 0; k < problem.set.count; ++k) {
    const Contact& contact = problem.set.items[k];
    const double bound = contact.rolling_arm * contact.percussion[0];
    const rockfall::Vec2 omega = contact.rolling_axes.transpose() * velocity.angular;
    worst = std::fmax(worst, (contact.moment.norm() - bound) / size);
    worst = std::fmax(worst, std::fabs(contact.moment.dot(omega) + bound * omega.norm()) / (size * spin));
  }
  return worst;
}

}  // namespace contacts
