#include "contact/one_contact.h"

#include <cmath>

#include "numerics/of_eigen.h"

namespace rockfall {
namespace {

Vec3 without_friction(const LocalProblem& problem, const VectorOf<double>& c) {
  return Vec3(-c[0] / problem.g.at[0][0], 0, 0);
}

Vec3 slip(LocalProblem& problem, const VectorOf<double>& c) {
  const SlipEquation<double> equation = slip_equation(problem.g, problem.derived.schur, problem.friction, c);
  double low = 0, high = -1;  // excess > 0 at low, <= 0 at high; high < 0: not known yet
  double s = problem.slip_weight;
  if (!(s > 0)) {
    s = first_slip_weight(equation);
    if (!(speed_squared(equation) >= kSmallestSlip && s < kNegligibleFriction)) return without_friction(problem, c);
  }
  SlipPoint<double> point = evaluate<bool>(equation, s);
  bool last = false;
  for (int iteration = 0; iteration < kMaxSlipIterations && !last; ++iteration) {
    if (std::fabs(point.excess) <= kSlipExcess * point.length) break;
    if (point.excess > 0) {
      low = s;
    } else {
      high = s;
    }
    double next = s + point.step;
    const bool inside = point.step != 0 && next > low && (high < 0 || next < high);
    last = inside && std::fabs(point.step) <= kLastSlipStep * s;
    if (!inside) next = high < 0 ? 2 * s + 1e-3 * equation.d1 : 0.5 * (low + high);
    if (next == s) break;
    s = next;
    point = evaluate<bool>(equation, s);
  }
  problem.slip_weight = s;
  return load3(slip_percussion(equation, problem.g.at[0][0], problem.friction, s, point).x);
}

}  // namespace

LocalProblem prepare_local(const MatrixOf<double>& g, double friction) {
  LocalProblem problem;
  problem.g = g;
  problem.derived = local_matrices(problem.g);
  problem.friction = friction;
  problem.slip_weight = 0;
  return problem;
}

LocalProblem prepare_local(const Mat3& g, double friction) { return prepare_local(matrix_of(g), friction); }

Vec3 solve_local(LocalProblem& problem, const Vec3& c) {
  if (c[0] >= 0) return Vec3(0, 0, 0);
  const VectorOf<double> constant = vector_of(c.data());
  if (problem.friction == 0) return without_friction(problem, constant);
  const VectorOf<double> stick = product(problem.derived.inverse, constant);
  const double bound = problem.friction * -stick[0];
  if (-stick[0] > 0 && stick[1] * stick[1] + stick[2] * stick[2] <= bound * bound) {
    return Vec3(-stick[0], -stick[1], -stick[2]);
  }
  return slip(problem, constant);
}

}  // namespace rockfall
