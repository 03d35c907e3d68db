// The body that never turns about d3 (Gebhardt & Romero, section 5.2).
#include <cmath>

#include "numerics/dense_solve.h"
#include "rotation/director_step.h"

namespace rockfall {
namespace {

// The nonholonomic constraint at a turn, (1 - a) d2.(d1+ - d1) - a d1.(d2+ - d2) with midpoint directors, and its
// slope.
struct Twist {
  double value;
  Vec3 slope;
  Vec3 direction;        // moment of the constraint's force: d1 x d2
  Mat3 direction_slope;  // columns
};

Twist twist_of(double weight, const DirectorTurn& turn) {
  const Vec3 d1 = turn.middle.col(0), d2 = turn.middle.col(1), x1 = turn.way.col(0), x2 = turn.way.col(1);
  const double one = 1.0 - weight;
  Twist out;
  out.value = one * d2.dot(x1) - weight * d1.dot(x2);
  out.direction = d1.cross(d2);
  for (int k = 0; k < 3; ++k) {
    const Vec3 s1 = turn.slope[k].col(0), s2 = turn.slope[k].col(1);
    out.slope[k] = one * (0.5 * s2.dot(x1) + d2.dot(s1)) - weight * (0.5 * s1.dot(x2) + d1.dot(s2));
    out.direction_slope.col(k) = 0.5 * (s1.cross(d2) + d1.cross(s2));
  }
  return out;
}

struct Change {
  Vec3 turn;
  double mu;
};

// Newton's step, to be taken from the turn and the multiplier; false where the matrix is singular.
bool newton_step(const DirectorBalance& balance, const Twist& twist, double moment_of_inertia, double mu,
                 Change& change) {
  const Vec3 f = balance.value + mu * twist.direction;
  const Mat3 slope = balance.slope + mu * twist.direction_slope;
  double a[16], b[4];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) a[4 * i + j] = slope(i, j);
    a[4 * i + 3] = twist.direction[i];
    a[12 + i] = moment_of_inertia * twist.slope[i];
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
  constexpr int kMost = 50;
  const DirectorProblem problem = director_problem(body, state);
  const double inertia = body.inertia[0] + body.inertia[4] + body.inertia[8];
  Vec3 w = first_turn(problem);
  Change change{Vec3::Zero(), 0};
  double mu = 0, last = 1e300;
  for (int iteration = 0; iteration < kMost; ++iteration) {
    const DirectorTurn turn = director_turn(w);
    const DirectorBalance balance = director_balance(problem, turn);
    const Twist twist = twist_of(body.weight, turn);
    const double size = (balance.value + mu * twist.direction).cwiseAbs().sum() + inertia * std::fabs(twist.value);
    if (settled(size, last, balance.scale)) {
      finish_director_step(body, problem, turn, balance.moment, mu, state, report);
      if (report) {
        report->constraint_residual = twist.value / problem.dt;
        report->iterations = iteration;
      }
      return true;
    }
    if (size > last) {  // too far: half the way
      change = {0.5 * change.turn, 0.5 * change.mu};
      w += change.turn;
      mu += change.mu;
      continue;
    }
    last = size;
    if (!newton_step(balance, twist, inertia, mu, change)) return false;
    w -= change.turn;
    mu -= change.mu;
  }
  return false;
}

}  // namespace rockfall
