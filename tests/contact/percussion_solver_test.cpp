#include "contact/percussion_solver.h"

#include <doctest/doctest.h>

#include "contact/contacts.h"

using namespace rockfall;
using namespace support;
using contacts::Problem;

namespace {

constexpr SolverLimits kLimits = {2000, 1e-10};

struct Solved {
  SolverOutcome outcome;
  Velocity velocity;
};

Solved solve(Problem& problem, double restitution = 1) {
  Solved solved;
  solved.velocity = problem.free;
  solved.outcome = solve_percussions(problem.set, problem.inverse_mass, restitution, kLimits, solved.velocity);
  return solved;
}

double energy(const Problem& problem, const Velocity& u) {
  return 0.5 *
         (u.linear.squaredNorm() / problem.inverse_mass + u.angular.dot(problem.inverse_inertia.inverse() * u.angular));
}

bool finite(const Velocity& u) { return u.linear.allFinite() && u.angular.allFinite(); }

}  // namespace

TEST_CASE("the new velocity is the free velocity plus the effect of the percussions") {
  Random random(91);
  for (int i = 0; i < 300; ++i) {
    Problem problem = contacts::random_problem(random, 1 + random.below(12), 0.6, 0.3);
    const Solved solved = solve(problem);
    Velocity u = problem.free;
    for (uint32_t k = 0; k < problem.set.count; ++k) {
      const Contact& contact = problem.set.items[k];
      const Vec3 force = contact.frame * contact.percussion;
      u.linear += problem.inverse_mass * force;
      u.angular += problem.inverse_inertia * contact.arm.cross(problem.rotation.transpose() * force);
    }
    const double scale = contacts::speed(problem);
    CHECK((u.linear - solved.velocity.linear).norm() < 1e-11 * scale);
    CHECK((u.angular - solved.velocity.angular).norm() < 1e-9 * scale);
  }
}

TEST_CASE("up to eight contacts with friction and restitution satisfy the contact laws") {
  Random random(92);
  contacts::Violation worst;
  int unsolved = 0, unsolved_at_common_friction = 0, loaded = 0;
  const int total = 4000;
  for (int i = 0; i < total; ++i) {
    const uint32_t count = 2 + random.below(7);
    const double restitution = i % 2 ? 0 : random.uniform(), friction = random.between(0, 1);
    Problem problem = contacts::random_problem(random, count, friction, restitution);
    const Solved solved = solve(problem);
    if (!solved.outcome.converged) {
      ++unsolved;
      unsolved_at_common_friction += friction < 0.5;
      CHECK(finite(solved.velocity));
      continue;
    }
    contacts::update_max(worst, contacts::violation(problem, solved.velocity, 1));
    uint32_t loaded_contacts = 0;
    for (uint32_t k = 0; k < count; ++k) loaded_contacts += problem.set.items[k].percussion[0] > 0;
    if (loaded_contacts > 1) ++loaded;
  }
  CHECK(loaded > 1000);
  // With high friction contacts with different normals may jam: a solution need not exist.
  CHECK(unsolved_at_common_friction == 0);
  CHECK(unsolved * 100 <= total);
  contacts::check_below(worst, 1e-9);
}

TEST_CASE("the friction of coupled contacts with restitution exceeds its bound by rounding at most, however small") {
  Random random(94);
  double worst = 0;
  int slipping = 0;
  for (int i = 0; i < 30000; ++i) {
    Problem problem = contacts::random_problem(random, 2 + random.below(2), random.between(0, 2), random.uniform());
    if (!solve(problem).outcome.converged) continue;
    for (uint32_t k = 0; k < problem.set.count; ++k) {
      const Contact& contact = problem.set.items[k];
      const double bound = contact.friction * contact.percussion[0], tangential = contact.percussion.tail<2>().norm();
      CHECK(contact.percussion[0] >= 0);
      if (!(tangential > 0.999999 * bound) || !(bound > 0)) continue;
      ++slipping;
      worst = std::fmax(worst, tangential / bound - 1);
    }
  }
  CHECK(slipping > 1000);
  CHECK(worst < 1e-14);
}

TEST_CASE("up to 64 contacts in one plane satisfy the contact laws or are reported as not converged") {
  Random random(93);
  contacts::Violation worst;
  int unsolved = 0;
  const int total = 100;
  for (int i = 0; i < total; ++i) {
    Problem problem = contacts::random_problem(random, 9 + random.below(RF_MAX_CONTACTS - 8), 0.5, 0);
    for (uint32_t k = 0; k < problem.set.count; ++k) {
      Contact& contact = problem.set.items[k];
      contact.arm[2] = -0.5;
      contact.frame = contact_frame(Vec3(0, 0, 1));
      contacts::set_kinematics(problem, contact);
      contact.before = contact_velocity(contact, problem.free);
    }
    const Solved solved = solve(problem);
    const double residual = contact_residual(problem.set, problem.inverse_mass, 1, solved.velocity);
    CHECK(finite(solved.velocity));
    if (!solved.outcome.converged) {
      ++unsolved;
      CHECK(solved.outcome.sweeps == kLimits.sweeps);
      CHECK(residual > 0);
      continue;
    }
    CHECK(residual < 1e-7 * contacts::speed(problem));
    contacts::update_max(worst, contacts::violation(problem, solved.velocity, 1));
  }
  CHECK(unsolved * 20 <= total);
  contacts::check_below(worst, 1e-9);
}

TEST_CASE("percussions without restitution never increase the kinetic energy") {
  Random random(94);
  const int total = 800;
  int converged = 0;
  for (int i = 0; i < total; ++i) {
    Problem problem = contacts::random_problem(random, 1 + random.below(12), random.between(0, 0.8), 0);
    const double before = energy(problem, problem.free);
    const Solved solved = solve(problem);
    if (!solved.outcome.converged) continue;
    ++converged;
    CHECK(energy(problem, solved.velocity) <= before * (1 + 1e-9));
  }
  CHECK(converged > 0.95 * total);
}

TEST_CASE("frictionless contacts with restitution 1 conserve the kinetic energy") {
  Random random(95);
  for (int i = 0; i < 1000; ++i) {
    Problem problem = contacts::random_problem(random, 1, 0, 1);
    const Solved solved = solve(problem);
    CHECK(energy(problem, solved.velocity) == doctest::Approx(energy(problem, problem.free)).epsilon(1e-12));
  }
}

TEST_CASE("a problem rotated about the vertical has the rotated solution") {
  Random random(96);
  const int total = 1000;
  int converged = 0;
  for (int i = 0; i < total; ++i) {
    Problem problem = contacts::random_problem(random, 1 + random.below(4), 0.4, 0.2);
    const double angle = random.between(-3, 3);
    Mat3 turn = Mat3::Identity();
    turn(0, 0) = turn(1, 1) = std::cos(angle);
    turn(1, 0) = std::sin(angle);
    turn(0, 1) = -turn(1, 0);
    Problem other = problem;
    other.rotation = turn;
    other.free.linear = turn * problem.free.linear;
    for (uint32_t k = 0; k < other.set.count; ++k) {
      Contact& contact = other.set.items[k];
      contact.frame = contact_frame(turn * contact.frame.col(0));
      contacts::set_kinematics(other, contact);
      contact.before = contact_velocity(contact, other.free);
    }
    const Solved a = solve(problem), b = solve(other);
    if (!a.outcome.converged || !b.outcome.converged) continue;
    ++converged;
    CHECK((turn * a.velocity.linear - b.velocity.linear).norm() < 1e-7 * contacts::speed(problem));
    CHECK((a.velocity.angular - b.velocity.angular).norm() < 1e-6 * contacts::speed(problem));
  }
  CHECK(converged > 0.95 * total);
}

TEST_CASE("solving the same problem twice gives the same bits") {
  Random random(97);
  for (int i = 0; i < 100; ++i) {
    Problem a = contacts::random_problem(random, 1 + random.below(12), 0.5, 0.5), b = a;
    const Solved first = solve(a), second = solve(b);
    CHECK(first.velocity.linear == second.velocity.linear);
    CHECK(first.velocity.angular == second.velocity.angular);
    CHECK(first.outcome.sweeps == second.outcome.sweeps);
  }
}

TEST_CASE("open contacts have zero percussion") {
  Random random(98);
  Problem problem = contacts::random_problem(random, 6, 0.6, 0.5);
  problem.free.linear = Vec3(1, 2, 50);
  problem.free.angular = Vec3(0, 0, 0);
  for (uint32_t k = 0; k < 6; ++k) {
    problem.set.items[k].before = contact_velocity(problem.set.items[k], problem.free);
  }
  const Solved solved = solve(problem);
  CHECK(solved.velocity.linear == problem.free.linear);
  for (uint32_t k = 0; k < 6; ++k) CHECK(problem.set.items[k].percussion == Vec3(0, 0, 0));
  problem.set.count = 0;
  CHECK(solve(problem).outcome.converged);
}
