#include "rotation/director_step.h"

namespace rockfall {
namespace {

// Sum of a_i x b_i over the columns of A and B; n = B A^T.
Vec3 moment_of(const Mat3& n) { return Vec3(n(2, 1) - n(1, 2), n(0, 2) - n(2, 0), n(1, 0) - n(0, 1)); }

// Sum of d_i x 1/2 (m x d_i) over the midpoint directors: m itself where they are orthonormal.
Vec3 midpoint_moment(const Mat3& square, const Vec3& m) { return 0.5 * (square.trace() * m - square * m); }

Vec3 external_moment(const DirectorProblem& problem, const Mat3& midpoint) {
  Vec3 moment = problem.moment + midpoint * problem.body_moment;
  if (problem.moment_at) {
    double directors[9], out[3] = {0, 0, 0};
    store_columns(problem.directors * midpoint, directors);
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
  problem.body_moment = load3(body.moment_directors);
  problem.dt = body.time_step;
  problem.time = (static_cast<double>(state.step) + 0.5) * body.time_step;
  problem.moment_at = body.moment_at;
  problem.moment_user = body.moment_user;
  return problem;
}

Vec3 initial_rotation(const DirectorProblem& problem) { return 0.5 * problem.dt * moment_of(problem.velocity); }

DirectorUpdate director_update(const Vec3& w) {
  const double c = 1.0 / (1.0 + 0.25 * w.squaredNorm());
  const Mat3 w_skew = skew(w);
  DirectorUpdate out;
  out.change = c * (w_skew + 0.5 * (w_skew * w_skew));
  out.midpoint = 0.5 * out.change;
  out.midpoint.diagonal().array() += 1.0;
  for (int k = 0; k < 3; ++k) {
    const Mat3 unit = skew(Vec3::Unit(k));
    out.derivative[k] = c * (unit + 0.5 * (unit * w_skew + w_skew * unit)) - (0.5 * c * w[k]) * out.change;
  }
  return out;
}

DirectorResidual director_residual(const DirectorProblem& problem, const DirectorUpdate& update) {
  const double half_dt_squared = 0.5 * problem.dt * problem.dt;
  const Mat3 right = problem.euler * update.midpoint.transpose();
  const Mat3 left = (update.change - problem.dt * problem.velocity) * problem.euler;
  const Mat3 square = update.midpoint * update.midpoint.transpose();
  DirectorResidual out;
  out.moment = external_moment(problem, update.midpoint);
  out.value = moment_of(left * update.midpoint.transpose()) - half_dt_squared * midpoint_moment(square, out.moment);
  for (int k = 0; k < 3; ++k) {
    const Mat3& derivative = update.derivative[k];
    const Mat3 half = 0.5 * (derivative * update.midpoint.transpose());
    const Mat3 square_derivative = half + half.transpose();
    const Vec3 body_part = 0.5 * (derivative * problem.body_moment);
    out.jacobian.col(k) =
        moment_of(derivative * right + 0.5 * (left * derivative.transpose())) -
        half_dt_squared * (midpoint_moment(square_derivative, out.moment) + midpoint_moment(square, body_part));
  }
  out.scale = problem.euler.cwiseAbs().sum() * (problem.dt * problem.velocity.cwiseAbs().sum()) +
              half_dt_squared * out.moment.cwiseAbs().sum();
  return out;
}

bool has_converged(double size, double previous, double scale) {
  return size <= 1e-17 * scale || (size <= 1e-13 * scale && size >= previous);
}

void finish_director_step(const rf_body& body, const DirectorProblem& problem, const DirectorUpdate& update,
                          const Vec3& moment, double scaled_multiplier, rf_body_state& state, rf_body_report* report) {
  const Mat3& d = problem.directors;
  const Mat3 next = d + d * update.change;
  // One iteration towards the nearest orthonormal triad, so that rounding errors do not accumulate.
  const Mat3 square = next.transpose() * next;
  store_columns(next * (1.5 * Mat3::Identity() - 0.5 * square), state.directors);
  store_columns(d * ((2.0 / problem.dt) * update.change - problem.velocity), state.velocities);
  ++state.step;
  if (!report) return;
  // The remainder of eq. 86 for each director is -sum_j Lambda_ij d_j over the midpoint directors.
  const double inverse_half_dt_squared = 2.0 / (problem.dt * problem.dt);
  const Mat3& e = update.midpoint;
  Mat3 remainder = inverse_half_dt_squared * (update.change - problem.dt * problem.velocity) * problem.euler -
                   0.5 * (skew(moment) * e);
  const double mu = inverse_half_dt_squared * scaled_multiplier;
  remainder.col(0) += mu * (1.0 - body.constraint_weight) * e.col(1);
  remainder.col(1) -= mu * body.constraint_weight * e.col(0);
  const double inverse_volume = -1.0 / e.col(0).dot(e.col(1).cross(e.col(2)));
  Mat3 lambda;
  lambda.row(0) = inverse_volume * (e.col(1).cross(e.col(2))).transpose() * remainder;
  lambda.row(1) = inverse_volume * (e.col(2).cross(e.col(0))).transpose() * remainder;
  lambda.row(2) = inverse_volume * (e.col(0).cross(e.col(1))).transpose() * remainder;
  const double multipliers[] = {lambda(0, 0),
                                lambda(1, 1),
                                lambda(2, 2),
                                0.5 * (lambda(1, 2) + lambda(2, 1)),
                                0.5 * (lambda(0, 2) + lambda(2, 0)),
                                0.5 * (lambda(0, 1) + lambda(1, 0))};
  for (int i = 0; i < 6; ++i) report->multipliers[i] = multipliers[i];
  report->twist_multiplier = mu;
}

}  // namespace rockfall
