// The body that does not rotate about d3 (Gebhardt & Romero, section 5.2).
#include <cmath>

#include "numerics/dense_solve.h"
#include "rotation/director_step.h"

namespace rockfall {
namespace {

// The nonholonomic constraint (1 - a) d2.(d1+ - d1) - a d1.(d2+ - d2) with midpoint directors, and its derivatives by
// w.
struct Twist {
  double value;
  Vec3 gradient;
  Vec3 direction;  // moment of the constraint's force: d1 x d2
  Mat3 direction_jacobian;
};

Twist twist_of(double weight, const DirectorUpdate& update) {
  const Vec3 d1 = update.midpoint.col(0), d2 = update.midpoint.col(1), x1 = update.change.col(0),
             x2 = update.change.col(1);
  const double complement = 1.0 - weight;
  Twist out;
  out.value = complement * d2.dot(x1) - weight * d1.dot(x2);
  out.direction = d1.cross(d2);
  for (int k = 0; k < 3; ++k) {
    const Vec3 s1 = update.derivative[k].col(0), s2 = update.derivative[k].col(1);
    out.gradient[k] = complement * (0.5 * s2.dot(x1) + d2.dot(s1)) - weight * (0.5 * s1.dot(x2) + d1.dot(s2));
    out.direction_jacobian.col(k) = 0.5 * (s1.cross(d2) + d1.cross(s2));
  }
  return out;
}

struct Change {
  Vec3 w;
  double mu;
};

// Newton's step, to be subtracted from w and mu; false if the matrix is singular.
bool newton_step(const DirectorResidual& residual, const Twist& twist, double moment_of_inertia, double mu,
                 Change& change) {
  const Vec3 f = residual.value + mu * twist.direction;
  const Mat3 jacobian = residual.jacobian + mu * twist.direction_jacobian;
  double a[16], b[4];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) a[4 * i + j] = jacobian(i, j);
    a[4 * i + 3] = twist.direction[i];
    a[12 + i] = moment_of_inertia * twist.gradient[i];
    b[i] = f[i];
  }
  a[15] = 0;
  b[3] = moment_of_inertia * twist.value;
  if (!dense_solve(a, b, 4, 4)) return false;
  change = {Vec3(b[0], b[1], b[2]), b[3]};
  return true;
}

}  // namespace

bool step_non_twisting_body(const rf_body& body, rf_body_state& state, rf_body_report* report) {
  constexpr int kMaxIterations = 50;
  const DirectorProblem problem = director_problem(body, state);
  const double inertia = body.inertia[0] + body.inertia[4] + body.inertia[8];
  Vec3 w = initial_rotation(problem);
  Change change{Vec3::Zero(), 0};
  double mu = 0, previous = 1e300;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    const DirectorUpdate update = director_update(w);
    const DirectorResidual residual = director_residual(problem, update);
    const Twist twist = twist_of(body.constraint_weight, update);
    const double size = (residual.value + mu * twist.direction).cwiseAbs().sum() + inertia * std::fabs(twist.value);
    if (has_converged(size, previous, residual.scale)) {
      finish_director_step(body, problem, update, residual.moment, mu, state, report);
      if (report) {
        report->constraint_residual = twist.value / problem.dt;
        report->iterations = iteration;
      }
      return true;
    }
    if (size > previous) {  // overshoot: halve the step
      change = {0.5 * change.w, 0.5 * change.mu};
      w += change.w;
      mu += change.mu;
      continue;
    }
    previous = size;
    if (!newton_step(residual, twist, inertia, mu, change)) return false;
    w -= change.w;
    mu -= change.mu;
  }
  return false;
}

}  // namespace rockfall
