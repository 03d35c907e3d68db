#include "contact/working_set.h"

#include <doctest/doctest.h>

#include "contact/contacts.h"

using namespace rockfall;
using contacts::Problem;
using support::Random;

namespace {

constexpr double kSolverTolerance = 1e-10;

// A plate of 500 kg that slides down a slope on the corners of a regular polygon. The ground is twisted a little, as in
// a cell of a grid: which corners are pressed depends on that.
Problem sliding_plate(Random& random, uint32_t corners, double friction) {
  Problem problem = contacts::random_problem(random, corners, friction, 0);
  problem.inverse_mass = 1.0 / 500;
  problem.inverse_inertia = Vec3(12, 12, 22).cwiseInverse().asDiagonal();
  const Vec3 down = Vec3(0.8, 0, -0.6);
  problem.free.linear = random.between(2, 10) * down + Vec3(0, 0, -0.02);
  problem.free.angular = Vec3(random.between(-0.1, 0.1), random.between(-0.1, 0.1), random.between(-1, 1));
  const double twist = random.between(0.002, 0.02);
  const Vec3 across = Vec3(0.6, 0, 0.8);
  for (uint32_t i = 0; i < corners; ++i) {
    const double angle = 6.283185307179586 * i / corners, x = 0.35 * std::cos(angle), y = 0.35 * std::sin(angle);
    Contact& contact = problem.set.items[i];
    contact.arm = x * down + y * Vec3(0, 1, 0) - 0.2 * across;
    contact.frame = contact_frame((across + twist * (y * down + x * Vec3(0, 1, 0))).normalized());
    contacts::set_kinematics(problem, contact);
    contact.before = contact_velocity(contact, problem.free);
  }
  return problem;
}

// The percussions and the velocity after them, if there is a solution.
bool solve_by_working_set(Problem& problem, Velocity& velocity) {
  Vec3 none[RF_MAX_CONTACTS];
  for (Vec3& offset : none) offset = Vec3(0, 0, 0);
  PercussionRows<3> rows(problem.set, none, problem.inverse_mass, problem.free);
  if (!WorkingSet<3>(rows).solve(kSolverTolerance, kStages[kWorkingSetStage])) return false;
  velocity = problem.free;
  for (uint32_t i = 0; i < problem.set.count; ++i) {
    Contact& contact = problem.set.items[i];
    rows.write(i, contact);
    apply_percussion(contact, contact.percussion, problem.inverse_mass, velocity);
  }
  return true;
}

}  // namespace

TEST_CASE("the working set finds the percussions of plates that slide on all corners of a face") {
  Random random(61);
  contacts::Violation worst;
  int unsolved = 0, pressed = 0;
  const int total = 1000;
  for (int i = 0; i < total; ++i) {
    Problem problem = sliding_plate(random, 5 + random.below(8), random.between(0.3, 0.7));
    Velocity velocity;
    if (!solve_by_working_set(problem, velocity)) {
      ++unsolved;
      continue;
    }
    for (uint32_t k = 0; k < problem.set.count; ++k) pressed += problem.set.items[k].percussion[0] > 0;
    contacts::update_max(worst, contacts::violation(problem, velocity, 0));
  }
  CHECK(unsolved * 100 <= total);
  CHECK(pressed > 2 * total);
  contacts::check_below(worst, 1e-8);
}

TEST_CASE("the velocity that the working set finds is that of Gauss-Seidel") {
  Random random(62);
  int compared = 0;
  for (int i = 0; i < 100; ++i) {
    Problem problem = sliding_plate(random, 8, random.between(0.3, 0.5));
    Velocity found, swept = problem.free;
    if (!solve_by_working_set(problem, found)) continue;
    SolverLimits sweeps_only = {20000, 1e-13};
    sweeps_only.failed_attempts = kStageCount;
    if (!solve_percussions(problem.set, problem.inverse_mass, 0, sweeps_only, swept).converged) continue;
    ++compared;
    CHECK((found.linear - swept.linear).norm() < 1e-6 * problem.free.linear.norm());
    CHECK((found.angular - swept.angular).norm() < 1e-5 * problem.free.linear.norm());
  }
  CHECK(compared > 50);
}

TEST_CASE("the working set gives up where the first contact, sticking, would pull the rock to the ground") {
  Random random(63);
  int pulling = 0;
  for (int i = 0; i < 1000; ++i) {
    Problem problem = contacts::random_problem(random, 1, 5, 0);
    Contact& contact = problem.set.items[0];
    const Vec3 before = contact_velocity(contact, problem.free);
    const Mat3 g = contact.angular.transpose() * contact.angular_response + problem.inverse_mass * Mat3::Identity();
    // The first projection is that of a sticking contact, from zero percussion.
    const bool sticks = before.tail<2>().norm() * 2 / (g(1, 1) + g(2, 2)) < contact.friction * -before[0] / g(0, 0);
    const bool pulls = (g.inverse() * before)[0] > 0;
    if (!sticks || !pulls) continue;
    ++pulling;
    Velocity velocity;
    CHECK_FALSE(solve_by_working_set(problem, velocity));
    contact.friction = 0.1;
    CHECK(solve_by_working_set(problem, velocity));
  }
  CHECK(pulling > 10);
}

TEST_CASE("the working set has no percussions where all contacts separate, and none without contacts") {
  Random random(64);
  for (const uint32_t corners : {0u, 6u}) {
    Problem problem = sliding_plate(random, corners, 0.5);
    problem.free.linear = Vec3(0, 0, 5);
    problem.free.angular = Vec3(0, 0, 0);
    Velocity velocity;
    REQUIRE(solve_by_working_set(problem, velocity));
    CHECK(velocity.linear == problem.free.linear);
    for (uint32_t i = 0; i < corners; ++i) CHECK(problem.set.items[i].percussion == Vec3(0, 0, 0));
  }
}
