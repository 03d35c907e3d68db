#include "contact/two_contacts.h"

#include <doctest/doctest.h>

#include "contact/contacts.h"
#include "contact/one_contact.h"
#include "numerics/of_eigen.h"
#include "rotation/explicit_rotation.h"

using namespace rockfall;
using contacts::Problem;
using support::Random;

namespace {

constexpr double kPairTolerance = 1e-10;

using TwoContacts = ContactPair<double>;
using Percussions = PairPercussions<bool, double>;

MatrixOf<double> block(const Contact& a, const Contact& b, double inverse_mass) {
  return coupling_block(MatrixColumns(a.frame).at, MatrixColumns(a.angular).at, MatrixColumns(b.frame).at,
                        MatrixColumns(b.angular_response).at, inverse_mass);
}

Vec3 free_xi(const Problem& problem, const Contact& contact) {
  return contact_velocity(contact, problem.free) +
         contact.ground.restitution_normal * contact.before[0] * Vec3(1, 0, 0);
}

TwoContacts pair_of_contacts(const Problem& problem) {
  const Contact &first = problem.set.items[0], &second = problem.set.items[1];
  return {{block(first, first, problem.inverse_mass), vector_of(free_xi(problem, first).data()), first.friction},
          {block(second, second, problem.inverse_mass), vector_of(free_xi(problem, second).data()), second.friction},
          block(first, second, problem.inverse_mass),
          block(second, first, problem.inverse_mass),
          false};
}

// Gyroscopic terms in the inertia, as in the explicit scheme.
void add_gyroscopic_terms(Problem& problem) {
  const Vec3 inertia = problem.inverse_inertia.diagonal().cwiseInverse();
  problem.inverse_inertia = explicit_rotation(inertia, 0.005, Vec3(0, 0, 0), problem.free.angular).inverse_mass;
  for (uint32_t i = 0; i < problem.set.count; ++i) set_kinematics(problem, problem.set.items[i]);
}

bool inside_cone(const VectorOf<double>& p, double friction) {
  return p[0] > 0 && std::hypot(p[1], p[2]) < (1 - 1e-9) * friction * p[0];
}

Percussions solve(const TwoContacts& pair, bool impact) {
  const auto solve_one = [](const MatrixOf<double>& g, double friction, const VectorOf<double>& c, bool) {
    LocalProblem local = prepare_local(g, friction);
    return vector_of(solve_local(local, load3(c.x)).data());
  };
  return solve_contact_pair<bool>(pair, impact, false, kPairTolerance, solve_one);
}

// Apply percussions to a problem. Returns the velocity after them.
Velocity after_percussions(Problem& problem, const Percussions& p) {
  problem.set.items[0].percussion = load3(p.first.x);
  problem.set.items[1].percussion = load3(p.second.x);
  Velocity after = problem.free;
  for (int k = 0; k < 2; ++k) {
    const Contact& contact = problem.set.items[k];
    apply_percussion(contact, contact.percussion, problem.inverse_mass, after);
  }
  return after;
}

struct CasesFound {
  int loaded = 0;  // some contact closes
  int all = 0, one_sticks = 0, both_stick = 0, both_slip = 0, one_opens = 0;
};

// @param gyroscopic   the matrix G is not symmetric
// @param restitution  largest
CasesFound check_contact_laws(bool gyroscopic, double restitution) {
  Random random(61);
  contacts::Violation worst;
  CasesFound found;
  for (int i = 0; i < 20000; ++i) {
    Problem problem = contacts::random_problem(random, 2, random.between(0.1, 1.5), restitution * random.uniform());
    if (gyroscopic) add_gyroscopic_terms(problem);
    TwoContacts pair = pair_of_contacts(problem);
    pair.symmetric = !gyroscopic;
    found.loaded += pair.first.c[0] < 0 || pair.second.c[0] < 0;
    const Percussions p = solve(pair, restitution > 0);
    if (!p.found) continue;
    const double mu = pair.first.friction;
    const bool pressed = p.first[0] > 0 && p.second[0] > 0;
    const int sticking = inside_cone(p.first, mu) + inside_cone(p.second, mu);
    ++found.all;
    found.one_opens += !pressed;
    found.both_stick += pressed && sticking == 2;
    found.one_sticks += pressed && sticking == 1;
    found.both_slip += pressed && sticking == 0;
    const Velocity after = after_percussions(problem, p);
    contacts::update_max(worst, contacts::violation(problem, after, 1));
  }
  contacts::check_below(worst, 1e-9, 1e-14);
  CHECK(found.all > 0.88 * found.loaded);
  return found;
}

}  // namespace

TEST_CASE("the percussions of two contacts satisfy the contact laws, whether they stick, slip or open") {
  const CasesFound found = check_contact_laws(false, 0);
  CHECK(found.one_sticks > 1000);
  CHECK(found.both_stick > 700);
  CHECK(found.both_slip > 2000);
  CHECK(found.one_opens > 8000);
}

TEST_CASE("they do so in impacts, where both contacts cannot stick") {
  const CasesFound found = check_contact_laws(false, 1);
  CHECK(found.one_sticks > 2000);
  CHECK(found.both_slip > 1000);
}

TEST_CASE("they do so with gyroscopic terms in the inertia, where the matrix G is not symmetric") {
  const CasesFound found = check_contact_laws(true, 0);
  CHECK(found.one_sticks > 1000);
  CHECK(found.both_stick > 700);
  check_contact_laws(true, 1);
}

TEST_CASE("after two contacts stick, the rock turns about their line with its angular momentum about it") {
  Random random(65);
  int found = 0;
  for (int i = 0; i < 5000; ++i) {
    Problem problem = contacts::random_problem(random, 2, 1.5, 0);
    const Percussions p = solve(pair_of_contacts(problem), false);
    if (!p.found || !inside_cone(p.first, 1.5) || !inside_cone(p.second, 1.5)) continue;
    ++found;
    const Vec3 arm = problem.set.items[0].arm, line = (problem.set.items[1].arm - arm).normalized();
    const Vec3 inertia = problem.inverse_inertia.diagonal().cwiseInverse();
    const double mass = 1 / problem.inverse_mass;
    const Velocity before = problem.free, after = after_percussions(problem, p);
    // Angular momentum about the line through the contacts, in K.
    const auto about_line = [&](const Velocity& u) {
      const Vec3 momentum = mass * (problem.rotation.transpose() * u.linear);
      return line.dot(inertia.cwiseProduct(u.angular) - arm.cross(momentum));
    };
    const double size = mass * arm.norm() * contacts::speed(problem);
    CHECK(std::fabs(about_line(after) - about_line(before)) < 1e-12 * size);
    CHECK(line.cross(after.angular).norm() < 1e-9 * before.angular.norm());
  }
  CHECK(found > 100);
}

TEST_CASE("the percussions of a pair of contacts do not depend on their order") {
  Random random(62);
  int found = 0;
  for (int i = 0; i < 2000; ++i) {
    const Problem problem = contacts::random_problem(random, 2, random.between(0.1, 1.5), random.uniform());
    const TwoContacts pair = pair_of_contacts(problem);
    const Percussions p = solve(pair, true), q = solve(exchanged(pair), true);
    CHECK(p.found == q.found);
    if (!p.found || !q.found) continue;
    ++found;
    for (int k = 0; k < 3; ++k) {
      CHECK(p.first[k] == q.second[k]);
      CHECK(p.second[k] == q.first[k]);
    }
  }
  CHECK(found > 400);
}

TEST_CASE("a pair of contacts that cannot move apart slowly finds its percussions to rounding") {
  // Slip along the line between the contacts that is 1e-9 of their speeds.
  Random random(63);
  int found = 0;
  for (int i = 0; i < 2000; ++i) {
    Problem problem = contacts::random_problem(random, 2, random.between(0.3, 1.0), 0);
    Contact *const contacts = problem.set.items, &first = contacts[0], &second = contacts[1];
    problem.free.angular *= 0;
    const Vec3 line = problem.rotation * (second.arm - first.arm);
    TwoContacts pair = pair_of_contacts(problem);
    const Vec3 apart = 1e-9 * problem.free.linear.norm() * (second.frame.transpose() * line.normalized());
    for (int k = 0; k < 3; ++k) pair.second.c[k] += apart[k];
    const Percussions p = solve(pair, false);
    if (!p.found || !(p.first[0] > 0 && p.second[0] > 0)) continue;
    ++found;
    const VectorOf<double> xi = pair.first.c + (product(pair.first.g, p.first) + product(pair.between, p.second));
    CHECK(std::fabs(xi[0]) < 1e-12 * problem.free.linear.norm());
  }
  CHECK(found > 100);
}

TEST_CASE("contacts at the same point give finite percussions or none, and speeds that are no numbers give none") {
  Random random(64);
  int found = 0;
  for (int i = 0; i < 100; ++i) {
    Problem problem = contacts::random_problem(random, 2, 0.5, 0.5);
    problem.set.items[1] = problem.set.items[0];
    const Percussions same = solve(pair_of_contacts(problem), true);
    if (same.found) {
      ++found;
      for (int k = 0; k < 3; ++k) CHECK(std::isfinite(same.first[k] + same.second[k]));
    }
    TwoContacts pair = pair_of_contacts(contacts::random_problem(random, 2, 0.5, 0.5));
    pair.first.c[0] = NAN;
    CHECK_FALSE(solve(pair, true).found);
  }
  CHECK(found > 10);
}
