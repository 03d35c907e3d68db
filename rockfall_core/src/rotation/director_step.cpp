#include "rotation/director_step.h"

#include <cmath>

namespace rockfall {
namespace {

// Sum of a_i x b_i over the columns of A and B, from B A^T.
Vec3 moment_of(const Mat3& n) { return Vec3(n(2, 1) - n(1, 2), n(0, 2) - n(2, 0), n(1, 0) - n(0, 1)); }

// Sum of d_i x 1/2 (m x d_i) over the midpoint directors: m itself where they are orthonormal.
Vec3 directed(const Mat3& square, const Vec3& m) { return 0.5 * (square.trace() * m - square * m); }

Vec3 outer_moment(const DirectorProblem& problem, const Mat3& middle) {
  Vec3 moment = problem.moment + middle * problem.own_moment;
  if (problem.moment_at) {
    double directors[9], out[3] = {0, 0, 0};
    store_columns(problem.directors * middle, directors);
    problem.moment_at(problem.moment_user, problem.time, directors, out);
    moment += problem.directors.transpose() * load3(out);
  }
  return moment;
}

}  // namespace

DirectorProblem director_problem(const rf_body& body, const rf_body_state& state) {
  DirectorProblem problem;
  problem.euler = euler_inertia(body.inertia);
  problem.directors = load_columns(state.directors);
  problem.velocity = problem.directors.transpose() * load_columns(state.velocities);
  problem.moment = problem.directors.transpose() * load3(body.moment);
  problem.own_moment = load3(body.moment_directors);
  problem.dt = body.time_step;
  problem.time = (static_cast<double>(state.step) + 0.5) * body.time_step;
  problem.moment_at = body.moment_at;
  problem.moment_user = body.moment_user;
  return problem;
}

Vec3 first_turn(const DirectorProblem& problem) { return 0.5 * problem.dt * moment_of(problem.velocity); }

DirectorTurn director_turn(const Vec3& turn) {
  const double c = 1.0 / (1.0 + 0.25 * turn.squaredNorm());
  const Mat3 w = skew(turn);
  DirectorTurn out;
  out.way = c * (w + 0.5 * (w * w));
  out.middle = 0.5 * out.way;
  out.middle.diagonal().array() += 1.0;
  for (int k = 0; k < 3; ++k) {
    const Mat3 unit = skew(Vec3::Unit(k));
    out.slope[k] = c * (unit + 0.5 * (unit * w + w * unit)) - (0.5 * c * turn[k]) * out.way;
  }
  return out;
}

DirectorBalance director_balance(const DirectorProblem& problem, const DirectorTurn& turn) {
  const double load = 0.5 * problem.dt * problem.dt;
  const Mat3 right = problem.euler * turn.middle.transpose();
  const Mat3 left = (turn.way - problem.dt * problem.velocity) * problem.euler;
  const Mat3 square = turn.middle * turn.middle.transpose();
  DirectorBalance out;
  out.moment = outer_moment(problem, turn.middle);
  out.value = moment_of(left * turn.middle.transpose()) - load * directed(square, out.moment);
  for (int k = 0; k < 3; ++k) {
    const Mat3& slope = turn.slope[k];
    const Mat3 half = 0.5 * (slope * turn.middle.transpose());
    const Mat3 change = half + half.transpose();
    const Vec3 own = 0.5 * (slope * problem.own_moment);
    out.slope.col(k) = moment_of(slope * right + 0.5 * (left * slope.transpose())) -
                       load * (directed(change, out.moment) + directed(square, own));
  }
  out.scale = problem.euler.cwiseAbs().sum() * (problem.dt * problem.velocity.cwiseAbs().sum()) +
              load * out.moment.cwiseAbs().sum();
  return out;
}

bool settled(double size, double last, double scale) {
  return size <= 1e-17 * scale || (size <= 1e-13 * scale && size >= last);
}

void finish_director_step(const rf_body& body, const DirectorProblem& problem, const DirectorTurn& turn,
                          const Vec3& moment, double twist, rf_body_state& state, rf_body_report* report) {
  const Mat3& d = problem.directors;
  const Mat3 next = d + d * turn.way;
  // One step towards the nearest orthonormal triad, so that rounding does not add up over many steps.
  const Mat3 square = next.transpose() * next;
  store_columns(next * (1.5 * Mat3::Identity() - 0.5 * square), state.directors);
  store_columns(d * ((2.0 / problem.dt) * turn.way - problem.velocity), state.velocities);
  ++state.step;
  if (!report) return;
  // What is left of eq. 86 for each director is -sum_j Lambda_ij d_j over the midpoint directors.
  const double over_load = 2.0 / (problem.dt * problem.dt);
  const Mat3& e = turn.middle;
  Mat3 rest = over_load * (turn.way - problem.dt * problem.velocity) * problem.euler - 0.5 * (skew(moment) * e);
  const double mu = over_load * twist;
  rest.col(0) += mu * (1.0 - body.weight) * e.col(1);
  rest.col(1) -= mu * body.weight * e.col(0);
  const double over_volume = -1.0 / e.col(0).dot(e.col(1).cross(e.col(2)));
  Mat3 lambda;
  lambda.row(0) = over_volume * (e.col(1).cross(e.col(2))).transpose() * rest;
  lambda.row(1) = over_volume * (e.col(2).cross(e.col(0))).transpose() * rest;
  lambda.row(2) = over_volume * (e.col(0).cross(e.col(1))).transpose() * rest;
  const double six[] = {lambda(0, 0),
                        lambda(1, 1),
                        lambda(2, 2),
                        0.5 * (lambda(1, 2) + lambda(2, 1)),
                        0.5 * (lambda(0, 2) + lambda(2, 0)),
                        0.5 * (lambda(0, 1) + lambda(1, 0))};
  for (int i = 0; i < 6; ++i) report->multipliers[i] = six[i];
  report->twist_multiplier = mu;
}

}  // namespace rockfall
