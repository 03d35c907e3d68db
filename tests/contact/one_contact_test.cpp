#include "contact/one_contact.h"

#include <doctest/doctest.h>

#include "contact/contacts.h"

using namespace rockfall;
using namespace support;

namespace {

Mat3 delassus(const contacts::Problem& problem) {
  const Contact& contact = problem.set.items[0];
  return contact.angular.transpose() * contact.angular_response + problem.inverse_mass * Mat3::Identity();
}

}  // namespace

TEST_CASE("one contact satisfies Newton's and Coulomb's laws for any body, lever arm, velocity and friction") {
  Random random(71);
  contacts::Violation worst;
  int open = 0, stick = 0, slip = 0;
  for (int i = 0; i < 20000; ++i) {
    const double friction = i % 10 == 0 ? 0 : std::pow(10.0, random.between(-2, 0.5));
    const contacts::Problem problem = contacts::random_problem(random, 1, friction, 0);
    const Mat3 g = delassus(problem);
    Vec3 c = problem.set.items[0].before;
    if (i % 3 == 0) c.tail<2>() *= 0.01;
    LocalProblem local = prepare_local(g, friction);
    const Vec3 p = solve_local(local, c), xi = g * p + c;
    const double xi_size = c.norm(), p_size = c.norm() / g.trace();
    contacts::check_law(p, xi, friction, p_size, xi_size, worst);
    if (p[0] == 0) {
      ++open;
      CHECK(c[0] >= 0);
    } else if (xi.tail<2>().norm() < 1e-12 * xi_size) {
      ++stick;
    } else {
      ++slip;
    }
  }
  CHECK(open > 500);
  CHECK(stick > 500);
  CHECK(slip > 500);
  contacts::check_below(worst, 1e-12);
}

TEST_CASE("one contact with the asymmetric matrix of the explicit scheme satisfies the contact laws") {
  Random random(72);
  contacts::Violation worst;
  for (int i = 0; i < 5000; ++i) {
    const double friction = random.between(0, 1.5);
    contacts::Problem problem = contacts::random_problem(random, 1, friction, 0);
    double w[3];
    random.fill(w, 3, 0.3);
    problem.inverse_inertia = (problem.inverse_inertia.inverse() * (Mat3::Identity() + skew(load3(w)))).inverse();
    contacts::set_kinematics(problem, problem.set.items[0]);
    const Mat3 g = delassus(problem);
    const Vec3 c = problem.set.items[0].before;
    LocalProblem local = prepare_local(g, friction);
    const Vec3 p = solve_local(local, c);
    contacts::check_law(p, g * p + c, friction, c.norm() / g.trace(), c.norm(), worst);
  }
  contacts::check_below(worst, 1e-12);
}

TEST_CASE("percussions of an opening, sticking and slipping point mass equal the closed form") {
  const double m = 3, mu = 0.5;
  LocalProblem local = prepare_local(Mat3::Identity() / m, mu);
  CHECK(solve_local(local, Vec3(0.1, 5, 5)) == Vec3(0, 0, 0));
  const Vec3 stick = solve_local(local, Vec3(-2, 0.6, -0.7));  // |(0.6, -0.7)| < mu 2
  CHECK((stick - m * Vec3(2, -0.6, 0.7)).norm() < 1e-14);
  const Vec3 slip = solve_local(local, Vec3(-2, 3, -4));
  CHECK((slip - m * Vec3(2, -0.6, 0.8)).norm() < 1e-14);
  local = prepare_local(Mat3::Identity() / m, 0);
  CHECK((solve_local(local, Vec3(-2, 3, -4)) - m * Vec3(2, 0, 0)).norm() < 1e-14);
}

TEST_CASE("a sphere on a slope rolls if the friction is above 2/7 of the slope and slips below") {
  // Contact below the centre: G = diag(1/m, 7/(2m), 7/(2m)). The velocity change by gravity is along t1.
  const double m = 4;
  Mat3 g = Mat3::Identity() / m;
  g(1, 1) = g(2, 2) = 3.5 / m;
  for (const double slope : {0.3, 1.0, 2.0}) {
    const Vec3 c(-1, slope, 0);
    LocalProblem rolling = prepare_local(g, 2.0 / 7 * slope * 1.0001);
    CHECK((g * solve_local(rolling, c) + c).norm() < 1e-15);
    LocalProblem slipping = prepare_local(g, 2.0 / 7 * slope * 0.99);
    const Vec3 p = solve_local(slipping, c), xi = g * p + c;
    CHECK(xi[1] == doctest::Approx(0.01 * slope).epsilon(1e-10));
    CHECK(p[1] == doctest::Approx(-2.0 / 7 * slope * 0.99 * m).epsilon(1e-14));
  }
}

TEST_CASE("another initial value of the slip weight gives the same solution") {
  Random random(73);
  for (int i = 0; i < 1000; ++i) {
    const contacts::Problem problem = contacts::random_problem(random, 1, 0.3, 0);
    const Mat3 g = delassus(problem);
    const Vec3 c = problem.set.items[0].before;
    LocalProblem default_start = prepare_local(g, 0.3), other_start = default_start;
    other_start.slip_weight = std::pow(10.0, random.between(-12, 6));
    const Vec3 a = solve_local(default_start, c), b = solve_local(other_start, c);
    CHECK((a - b).norm() <= 1e-12 * a.norm());
  }
}

TEST_CASE("one contact has finite percussions at speeds and frictions whose products underflow") {
  Random random(75);
  for (int i = 0; i < 20000; ++i) {
    const double friction = i % 2 ? std::pow(10.0, random.between(-320, 0)) : random.between(0, 2);
    const contacts::Problem problem = contacts::random_problem(random, 1, friction, 0);
    const Vec3 c = (i % 3 ? std::pow(10.0, random.between(-323, 0)) : 1.0) * problem.set.items[0].before;
    const Mat3 g = delassus(problem);
    LocalProblem local = prepare_local(g, friction);
    const Vec3 p = solve_local(local, c);
    CHECK(p.allFinite());
    CHECK(p[0] >= 0);
    // The normal velocity ends at zero, to the digits that numbers of this size have.
    if (c[0] < 0) CHECK(std::fabs((g * p + c)[0]) <= 1e-10 * c.cwiseAbs().maxCoeff() + 1e-318);
  }
}

TEST_CASE("one contact has finite percussions where the normal speed is far below the sliding speed") {
  Random random(76);
  for (int i = 0; i < 20000; ++i) {
    const double friction = random.between(0.1, 2);
    const contacts::Problem problem = contacts::random_problem(random, 1, friction, 0);
    Vec3 c = std::pow(10.0, random.between(-20, 2)) * problem.set.items[0].before;
    c[0] = -std::pow(10.0, random.between(-300, 0)) * c.norm();
    LocalProblem local = prepare_local(delassus(problem), friction);
    const Vec3 p = solve_local(local, c);
    CHECK(p.allFinite());
    CHECK(p[0] >= 0);
    CHECK(p.tail<2>().norm() <= friction * p[0] * (1 + 1e-12));
  }
}
