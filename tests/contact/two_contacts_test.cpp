#include "contact/two_contacts.h"

#include <doctest/doctest.h>

#include "contact/contacts.h"
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

// @param gyroscopic  the matrix G is not symmetric
void check_contact_laws(bool gyroscopic) {
  Random random(61);
  contacts::Violation worst;
  int found = 0, slipping = 0, opening = 0;
  for (int i = 0; i < 20000; ++i) {
    Problem problem = contacts::random_problem(random, 2, random.between(0.1, 1.5), random.uniform());
    if (gyroscopic) add_gyroscopic_terms(problem);
    TwoContacts pair = pair_of_contacts(problem);
    pair.symmetric = !gyroscopic;
    const Percussions p = solve_contact_pair<bool>(pair, false, kPairTolerance);
    if (!p.found) continue;
    ++found;
    const double mu = pair.first.friction;
    const bool first_sticks = inside_cone(p.first, mu), second_sticks = inside_cone(p.second, mu);
    REQUIRE((first_sticks || second_sticks));
    opening += p.first[0] == 0 || p.second[0] == 0;
    slipping += first_sticks != second_sticks && p.first[0] > 0 && p.second[0] > 0;
    problem.set.items[0].percussion = load3(p.first.x);
    problem.set.items[1].percussion = load3(p.second.x);
    Velocity after = problem.free;
    for (int k = 0; k < 2; ++k) {
      const Contact& contact = problem.set.items[k];
      apply_percussion(contact, contact.percussion, problem.inverse_mass, after);
    }
    contacts::update_max(worst, contacts::violation(problem, after, 1));
  }
  CHECK(found > 4000);
  CHECK(slipping > 400);
  CHECK(opening > 1000);
  CHECK(worst.normal < 1e-9);
  CHECK(worst.complementary < 1e-9);
  CHECK(worst.cone < 1e-14);
  CHECK(worst.dissipation < 1e-9);
}

}  // namespace

TEST_CASE("the percussions of a pair of contacts satisfy the contact laws, with one of the contacts sticking") {
  check_contact_laws(false);
}

TEST_CASE("they do so with gyroscopic terms in the inertia, where the matrix G is not symmetric") {
  check_contact_laws(true);
}

TEST_CASE("the percussions of a pair of contacts do not depend on their order") {
  Random random(62);
  int found = 0;
  for (int i = 0; i < 2000; ++i) {
    const Problem problem = contacts::random_problem(random, 2, random.between(0.1, 1.5), random.uniform());
    const TwoContacts pair = pair_of_contacts(problem);
    const Percussions p = solve_contact_pair<bool>(pair, false, kPairTolerance),
                      q = solve_contact_pair<bool>(exchanged(pair), false, kPairTolerance);
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
    const Percussions p = solve_contact_pair<bool>(pair, false, kPairTolerance);
    if (!p.found || !(p.first[0] > 0 && p.second[0] > 0)) continue;
    ++found;
    const VectorOf<double> xi = pair.first.c + (product(pair.first.g, p.first) + product(pair.between, p.second));
    CHECK(std::fabs(xi[0]) < 1e-12 * problem.free.linear.norm());
  }
  CHECK(found > 100);
}

TEST_CASE("contacts at the same point give finite percussions or none, and speeds that are no numbers give none") {
  Random random(64);
  for (int i = 0; i < 100; ++i) {
    Problem problem = contacts::random_problem(random, 2, 0.5, 0.5);
    problem.set.items[1] = problem.set.items[0];
    const Percussions same = solve_contact_pair<bool>(pair_of_contacts(problem), false, kPairTolerance);
    if (same.found) {
      for (int k = 0; k < 3; ++k) CHECK(std::isfinite(same.first[k] + same.second[k]));
    }
    TwoContacts pair = pair_of_contacts(contacts::random_problem(random, 2, 0.5, 0.5));
    pair.first.c[0] = NAN;
    CHECK_FALSE(solve_contact_pair<bool>(pair, false, kPairTolerance).found);
  }
}
