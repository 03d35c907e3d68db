#include <doctest/doctest.h>

#include <cmath>

#include "contact/contacts.h"
#include "contact/solver_stage.h"
#include "rock/rock.h"
#include "step/contact_solution.h"

using namespace rockfall;
using contacts::Problem;
using support::Random;

namespace {

FreeMotion motion_of(const Problem& problem) {
  FreeMotion motion = {};
  motion.reference = motion.velocity = problem.free;
  motion.inverse_mass = problem.inverse_mass;
  motion.inverse_inertia = problem.inverse_inertia.diagonal();
  motion.orientation_known = true;
  return motion;
}

// Contacts with so much friction that sweeps diverge, solved by sweeps only.
Solution solve_by_sweeps(Problem& problem, const FreeMotion& motion, int32_t sweeps) {
  rf_rock rock = {};
  rock.mass = 1 / problem.inverse_mass;
  for (int k = 0; k < 3; ++k) rock.inertia[k] = 1 / motion.inverse_inertia[k];
  rf_settings settings = rf_default_settings();
  settings.solver_sweeps = sweeps;
  Solution solution;
  solve_contacts(problem.set, rock, settings, motion, kStageCount, solution);
  return solution;
}

Velocity with_percussions(const Problem& problem) {
  Velocity velocity = problem.free;
  for (uint32_t i = 0; i < problem.set.count; ++i) {
    apply_percussion(problem.set.items[i], problem.set.items[i].percussion, problem.inverse_mass, velocity);
  }
  return velocity;
}

bool is_zero(const ContactSet& contacts) {
  for (uint32_t i = 0; i < contacts.count; ++i) {
    if (!contacts.items[i].percussion.isZero(0)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("where sweeps do not converge the velocity is that of the percussions, and their work is not positive") {
  Random random(71);
  int diverged = 0;
  for (int i = 0; i < 3000; ++i) {
    Problem problem = contacts::random_problem(random, 3 + random.below(6), std::pow(10.0, random.between(0.3, 6)), 0);
    // Percussions far from S are coupled strongly.
    problem.inverse_inertia *= std::pow(10.0, random.between(0, 6));
    for (uint32_t k = 0; k < problem.set.count; ++k) contacts::set_kinematics(problem, problem.set.items[k]);
    const FreeMotion motion = motion_of(problem);
    const Solution solution = solve_by_sweeps(problem, motion, 1 + static_cast<int32_t>(random.below(400)));
    if (solution.solver.converged) continue;
    ++diverged;
    const Velocity expected = with_percussions(problem);
    const double size = problem.free.linear.norm() + problem.free.angular.norm();
    CHECK((solution.velocity.linear - expected.linear).norm() <= 1e-12 * size);
    CHECK((solution.velocity.angular - expected.angular).norm() <= 1e-12 * size);
    CHECK(contact_work(problem.set, motion.reference, solution.velocity) <= 1e-9 * size * size / problem.inverse_mass);
  }
  CHECK(diverged > 100);
}

TEST_CASE("where sweeps diverge beyond the largest number the rock continues without percussions") {
  Random random(72);
  int overflowed = 0;
  for (int i = 0; i < 300; ++i) {
    Problem problem = contacts::random_problem(random, 3 + random.below(6), 100, 0);
    // As of the explicit scheme at fast rotation.
    const double largest = problem.inverse_inertia.maxCoeff();
    problem.inverse_inertia += skew(10 * largest * Vec3(random.between(-1, 1), random.between(-1, 1), 1));
    for (uint32_t k = 0; k < problem.set.count; ++k) contacts::set_kinematics(problem, problem.set.items[k]);
    const Solution solution = solve_by_sweeps(problem, motion_of(problem), 5000);
    const Vec3 velocity = solution.velocity.linear + solution.velocity.angular;
    for (int k = 0; k < 3; ++k) CHECK(std::isfinite(velocity[k]));
    if (solution.solver.converged || !solution.scaled_back || !is_zero(problem.set)) continue;
    ++overflowed;
    CHECK(solution.velocity.linear == problem.free.linear);
    CHECK(solution.velocity.angular == problem.free.angular);
  }
  CHECK(overflowed > 10);
}
