// One contact with friction and rolling friction, by Tresca friction and the root of xi_N.
#include "contact/one_rolling_contact.h"

#include <doctest/doctest.h>

#include <cmath>

#include "contact/contacts.h"
#include "contact/delassus.h"
#include "contact/one_contact.h"
#include "contact/percussion_solver.h"
#include "contact/solver_stage.h"

using rockfall::Contact;
using rockfall::kStageCount;
using rockfall::RollingContactProblem;
using rockfall::solve_rolling_contact;
using rockfall::Vec3;
using rockfall::Velocity;
using support::Random;

namespace {

// The problem of the only contact of a rock.
RollingContactProblem problem_of(const contacts::Problem& problem) {
  const Contact& contact = problem.set.items[0];
  RollingContactProblem rolling = rockfall::rolling_problem(contact, problem.inverse_mass);
  const Vec3 c = rockfall::contact_velocity(contact, problem.free);
  const rockfall::Vec2 turn = contact.rolling_axes.transpose() * problem.free.angular;
  for (int i = 0; i < 5; ++i) rolling.c[i] = i < 3 ? c[i] : turn[i - 3];
  return rolling;
}

// Largest distance of a percussion from its projection P_N = max(0, P_N - r xi_N), P_T = prox(P_T - r xi_T), and of the
// moment likewise, as a change of xi relative to c.
double violation(const RollingContactProblem& problem, const double p[5]) {
  double xi[5], size[2] = {1e-300, 1e-300}, worst = 0;
  for (int i = 0; i < 5; ++i) {
    xi[i] = problem.c[i];
    for (int j = 0; j < 5; ++j) xi[i] += problem.g[i][j] * p[j];
    double& largest = size[i < 3 ? 0 : 1];
    largest = std::fmax(largest, std::fabs(problem.c[i]));
  }
  const double g = problem.g[0][0];
  worst = std::fabs(g * (std::fmax(0, p[0] - xi[0] / g) - p[0])) / size[0];
  const double bounds[2] = {problem.friction * p[0], problem.arm * p[0]};
  for (int pair = 0; pair < 2; ++pair) {
    const int i = 1 + 2 * pair;
    const double r = 2 / (problem.g[i][i] + problem.g[i + 1][i + 1]);
    const double y[2] = {p[i] - r * xi[i], p[i + 1] - r * xi[i + 1]}, length = std::hypot(y[0], y[1]);
    const double scale = length > bounds[pair] ? bounds[pair] / length : 1;
    for (int k = 0; k < 2; ++k) worst = std::fmax(worst, std::fabs(scale * y[k] - p[i + k]) / (r * size[pair]));
  }
  return worst;
}

}  // namespace

TEST_CASE("every contact with friction and rolling friction has a solution that holds to rounding") {
  Random random(3);
  int open = 0, slipping = 0, rolling = 0;
  for (int i = 0; i < 20000; ++i) {
    CAPTURE(i);
    contacts::Problem rock = contacts::random_problem(random, 1, std::pow(10.0, random.between(-2, 0.5)), 0);
    contacts::set_rolling(rock, std::pow(10.0, random.between(-3, 0)));
    const RollingContactProblem problem = problem_of(rock);
    double p[5];
    REQUIRE(solve_rolling_contact(problem, p));
    CHECK(violation(problem, p) < 1e-11);
    open += p[0] == 0;
    slipping += p[0] > 0 && std::hypot(p[1], p[2]) > (1 - 1e-12) * problem.friction * p[0];
    rolling += p[0] > 0 && std::hypot(p[3], p[4]) > (1 - 1e-12) * problem.arm * p[0];
  }
  CHECK(open > 1000);
  CHECK(slipping > 1000);
  CHECK(rolling > 1000);
  CHECK(20000 - open - slipping > 1000);
}

TEST_CASE("a contact that Newton's method does not solve is solved") {
  // A plate on meadow that turns at 4 rad/s and hardly approaches the ground: in the direction of its slip, friction
  // drives the contact into the ground faster than P_N lifts it.
  const RollingContactProblem problem = {{{0.0022187357838780409, 0.0016024345861909625, -0.00086908198653456916,
                                           -0.0020917195597410267, -0.0031547488543163683},
                                          {0.0016024345861909625, 0.0060709536801839391, 0.00073888703917396467,
                                           0.00024822351113951147, -0.0089173546876593259},
                                          {-0.00086908198653456916, 0.00073888703917396467, 0.0045067793977463149,
                                           0.0060986976385708795, -0.00089950704399404237},
                                          {-0.0020917195597410267, 0.00024822351113951147, 0.0060986976385708795,
                                           0.014015048969871251, -0.0015545037743755425},
                                          {-0.0031547488543163683, -0.0089173546876593259, -0.00089950704399404237,
                                           -0.0015545037743755425, 0.018536553778778511}},
                                         {-2.3859737839582174e-05, 0.0068655067347934695, -0.0018659763944936514,
                                          -0.75488548823001567, 4.0684628268575258},
                                         1.4264646087173904,
                                         0.051076667780502551};
  double p[5];
  solve_rolling_contact(problem, p);
  CHECK(p[0] > 0);
  CHECK(violation(problem, p) < 1e-11);
}

TEST_CASE("an open contact has neither percussion nor moment") {
  Random random(5);
  contacts::Problem rock = contacts::random_problem(random, 1, 0.5, 0);
  contacts::set_rolling(rock, 0.1);
  RollingContactProblem problem = problem_of(rock);
  for (const double c : {0.0, 1e-3}) {
    problem.c[0] = c;
    double p[5];
    solve_rolling_contact(problem, p);
    for (const double x : p) CHECK(x == 0);
  }
}

TEST_CASE("without rolling friction the percussion is that of the contact with friction alone") {
  Random random(9);
  for (int i = 0; i < 2000; ++i) {
    CAPTURE(i);
    contacts::Problem rock = contacts::random_problem(random, 1, random.between(0, 0.4), 0);
    contacts::set_rolling(rock, 0);
    const RollingContactProblem problem = problem_of(rock);
    rockfall::LocalProblem local = rockfall::local_problem(rock.set.items[0], rock.inverse_mass);
    const Vec3 expected = solve_local(local, Vec3(problem.c[0], problem.c[1], problem.c[2]));
    double p[5];
    solve_rolling_contact(problem, p);
    CHECK((Vec3(p[0], p[1], p[2]) - expected).norm() <= 1e-9 * expected.norm());
    CHECK(p[3] == 0);
    CHECK(p[4] == 0);
  }
}

TEST_CASE("the solver solves one contact with rolling friction also where no attempt of Newton's method is left") {
  Random random(13);
  for (int i = 0; i < 2000; ++i) {
    CAPTURE(i);
    contacts::Problem rock = contacts::random_problem(random, 1, random.between(0.1, 2), 0.3 * (i % 2));
    contacts::set_rolling(rock, random.between(0.001, 0.3));
    Velocity velocity = rock.free;
    rockfall::SolverLimits limits = {0, 1e-10};
    limits.failed_attempts = kStageCount;
    CHECK(solve_percussions(rock.set, rock.inverse_mass, 1, limits, velocity).converged);
    contacts::check_below(contacts::violation(rock, velocity, 1), 1e-9);
    CHECK(contacts::rolling_violation(rock, velocity) < 1e-9);
  }
}

TEST_CASE("numbers of any size give a finite solution, or none is reported") {
  Random random(17);
  contacts::Problem rock = contacts::random_problem(random, 1, 1.0, 0);
  contacts::set_rolling(rock, 0.1);
  const RollingContactProblem sound = problem_of(rock);
  int solved = 0;
  const auto check = [&](const RollingContactProblem& problem) {
    double p[5] = {};
    if (!solve_rolling_contact(problem, p)) return;
    ++solved;
    CHECK(p[0] >= 0);
    for (const double x : p) CHECK(std::isfinite(x));
  };
  for (const double x : {1e300, -1e300, 1e-300, -1e-300, std::nan(""), HUGE_VAL}) {
    for (int i = 0; i < 5; ++i) {
      RollingContactProblem problem = sound;
      problem.c[i] = x;
      check(problem);
    }
  }
  for (const double small : {0.0, 1e-320, 1e-200, 1e-160, 1e-100, 1e-20}) {
    for (const double large : {0.0, 1e-200, 1.0, 1e20}) {
      for (const double speed : {-1e-20, -1.0, -1e20}) {
        RollingContactProblem problem = sound;
        problem.c[0] = speed;
        problem.friction = small;
        problem.arm = large;
        check(problem);
        problem.friction = large;
        problem.arm = small;
        check(problem);
      }
    }
  }
  CHECK(solved > 140);
}

TEST_CASE("friction and moments that are too small to change a velocity leave the percussion of a smooth contact") {
  Random random(19);
  for (int i = 0; i < 200; ++i) {
    contacts::Problem rock = contacts::random_problem(random, 1, 1e-160, 0);
    contacts::set_rolling(rock, 1e-170);
    const RollingContactProblem problem = problem_of(rock);
    double p[5];
    REQUIRE(solve_rolling_contact(problem, p));
    CHECK(p[0] == doctest::Approx(std::fmax(0, -problem.c[0] / problem.g[0][0])).epsilon(1e-12));
    CHECK(std::hypot(p[1], p[2]) <= 1e-160 * p[0] * (1 + 1e-12));
    CHECK(std::hypot(p[3], p[4]) <= 1e-170 * p[0] * (1 + 1e-12));
  }
}
