#include "contact/many_contacts.h"

#include <doctest/doctest.h>

#include "contact/contacts.h"

using namespace rockfall;
using contacts::Problem;
using support::Random;

namespace {

constexpr double kTolerance = 1e-10;

bool solve(Problem& problem, Velocity& velocity, const AttemptRange& attempts = {0, kStageCount}) {
  Vec3 offset[RF_MAX_CONTACTS];
  for (uint32_t i = 0; i < problem.set.count; ++i) {
    const Contact& contact = problem.set.items[i];
    offset[i] = Vec3(contact.ground.restitution_normal * contact.before[0], 0, 0);
  }
  velocity = problem.free;
  return solve_many_contacts(problem.set, offset, problem.inverse_mass, kTolerance, attempts, velocity);
}

}  // namespace

TEST_CASE("the solution of many contacts satisfies the contact laws at every contact") {
  Random random(51);
  contacts::Violation worst;
  int solved = 0;
  const int total = 400;
  for (int i = 0; i < total; ++i) {
    Problem problem = contacts::random_problem(random, 1 + random.below(RF_MAX_CONTACTS), random.between(0, 0.6), 0);
    Velocity velocity;
    if (!solve(problem, velocity)) continue;
    ++solved;
    contacts::update_max(worst, contacts::violation(problem, velocity, 0));
  }
  CHECK(solved * 10 > 9 * total);
  contacts::check_below(worst, 1e-8);
}

TEST_CASE("the solver for many contacts gives the solution of the solver for one contact") {
  Random random(52);
  int solved = 0;
  for (int i = 0; i < 300; ++i) {
    Problem problem = contacts::random_problem(random, 1, random.between(0, 0.8), 0);
    Velocity together;
    if (!solve(problem, together)) continue;
    ++solved;
    Velocity alone = problem.free;
    REQUIRE(solve_percussions(problem.set, problem.inverse_mass, 0, {200, kTolerance}, alone).converged);
    const double size = problem.free.linear.norm() + problem.free.angular.norm();
    CHECK((together.linear - alone.linear).norm() < 1e-8 * size);
    CHECK((together.angular - alone.angular).norm() < 1e-8 * size);
  }
  CHECK(solved > 290);
}

TEST_CASE("impacts at three contacts with restitution, which no rigid body can have, are solved") {
  Random random(54);
  contacts::Violation worst;
  int unsolved = 0;
  const int total = 2000;
  for (int i = 0; i < total; ++i) {
    const double restitution = random.between(0.1, 0.9);
    Problem problem = contacts::random_problem(random, 3, random.between(0.2, 0.6), restitution);
    Velocity velocity;
    if (!solve(problem, velocity, {0, 2})) {
      ++unsolved;
      continue;
    }
    contacts::update_max(worst, contacts::violation(problem, velocity, 1));
  }
  CHECK(unsolved * 500 <= total);
  contacts::check_below(worst, 1e-8);
}

TEST_CASE("without a solution percussions and velocity do not change") {
  Random random(53);
  int unsolved = 0;
  for (int i = 0; i < 300; ++i) {
    Problem problem = contacts::random_problem(random, 4 + random.below(20), random.between(2, 5), 0);
    for (uint32_t k = 0; k < problem.set.count; ++k) problem.set.items[k].percussion = Vec3(1, 2, 3);
    Velocity velocity;
    if (solve(problem, velocity)) continue;
    ++unsolved;
    CHECK(velocity.linear == problem.free.linear);
    CHECK(velocity.angular == problem.free.angular);
    for (uint32_t k = 0; k < problem.set.count; ++k) CHECK(problem.set.items[k].percussion == Vec3(1, 2, 3));
  }
  CHECK(unsolved > 0);
}
