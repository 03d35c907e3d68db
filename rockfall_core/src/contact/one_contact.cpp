#include "contact/one_contact.h"

#include <cmath>

namespace rockfall {
namespace {

// Slip: (S + s 1) P_T = -b with P_N = -(c_N + G_NT P_T) / G_NN and |P_T| = mu P_N, where s >= 0 is the sliding speed
// over mu P_N. By Cramer's rule P_T = -n(s) / d(s) with a linear n and the determinant d, and P_N = q(s) / (G_NN d(s)),
// so that s is the root of |n| - mu/G_NN q, which is positive at s = 0 (sticking is impossible) and negative for large
// s.
struct SlipEquation {
  Vec2 n0, n1;        // n(s) = n0 + s n1
  double d0, d1;      // d(s) = d0 + d1 s + s^2
  double q0, q1, q2;  // q(s) = q0 + q1 s + q2 s^2
  double scale;       // mu / G_NN
};

SlipEquation slip_equation(const LocalProblem& problem, const Vec3& c) {
  const Mat3& g = problem.g;
  const Mat2& schur = problem.schur;
  const double inverse_normal = 1.0 / g(0, 0);
  const Vec2 b(c[1] - g(1, 0) * inverse_normal * c[0], c[2] - g(2, 0) * inverse_normal * c[0]);
  SlipEquation e;
  e.n0 = Vec2(schur(1, 1) * b[0] - schur(0, 1) * b[1], schur(0, 0) * b[1] - schur(1, 0) * b[0]);
  e.n1 = b;
  e.d0 = schur(0, 0) * schur(1, 1) - schur(0, 1) * schur(1, 0);
  e.d1 = schur(0, 0) + schur(1, 1);
  e.q0 = g(0, 1) * e.n0[0] + g(0, 2) * e.n0[1] - c[0] * e.d0;
  e.q1 = g(0, 1) * b[0] + g(0, 2) * b[1] - c[0] * e.d1;
  e.q2 = -c[0];
  e.scale = problem.friction * inverse_normal;
  return e;
}

struct SlipPoint {
  double d, q;
  double length;  // |n|
  double excess;  // |n| - mu/G_NN q
  double step;    // Newton step of 1/|P_T| - 1/(mu P_N), which is nearly linear in s; 0 where undefined
};

SlipPoint evaluate(const SlipEquation& e, double s) {
  const double n_squared = e.n0.squaredNorm() + s * (2 * e.n0.dot(e.n1) + s * e.n1.squaredNorm());
  const double half_slope = e.n0.dot(e.n1) + s * e.n1.squaredNorm();  // of n_squared
  const double d_slope = e.d1 + 2 * s, q_slope = e.q1 + 2 * s * e.q2;
  SlipPoint point;
  point.d = e.d0 + s * (e.d1 + s);
  point.q = e.q0 + s * (e.q1 + s * e.q2);
  point.length = std::sqrt(n_squared);
  const double bound = e.scale * point.q;
  point.excess = point.length - bound;
  // d/|n| - d/bound over its derivative, multiplied through.
  const double slope = bound * point.q * (d_slope * n_squared - point.d * half_slope) -
                       point.length * n_squared * (d_slope * point.q - point.d * q_slope);
  const bool defined = point.q > 0 && n_squared > 0 && slope != 0;
  point.step = defined ? point.d * point.excess * n_squared * point.q / slope : 0;
  return point;
}

Vec3 without_friction(const LocalProblem& problem, const Vec3& c) { return Vec3(-c[0] / problem.g(0, 0), 0, 0); }

// Sliding speed over mu P_N, kg^-1, above which friction changes no digit of the velocity.
constexpr double kNegligibleFriction = 1e150;
// Square of the sliding speed, m^2/s^2, below which products of speeds underflow; friction is left out.
constexpr double kSmallestSlip = 1e-280;

Vec3 slip(LocalProblem& problem, const Vec3& c) {
  const SlipEquation equation = slip_equation(problem, c);
  double low = 0, high = -1;  // excess > 0 at low, <= 0 at high; high < 0: not known yet
  double s = problem.slip_weight;
  if (!(s > 0)) {
    const double squared = equation.n1.squaredNorm();
    s = std::sqrt(squared) / (equation.scale * equation.q2);
    if (!(squared >= kSmallestSlip && s < kNegligibleFriction)) return without_friction(problem, c);
  }
  SlipPoint point = evaluate(equation, s);
  // Newton's method converges quadratically: after a step this small, the next iterate is the root to rounding.
  bool last = false;
  for (int iteration = 0; iteration < 100 && !last; ++iteration) {
    if (std::fabs(point.excess) <= 2e-15 * point.length) break;
    if (point.excess > 0) {
      low = s;
    } else {
      high = s;
    }
    double next = s + point.step;
    const bool inside = point.step != 0 && next > low && (high < 0 || next < high);
    last = inside && std::fabs(point.step) <= 1e-9 * s;
    if (!inside) next = high < 0 ? 2 * s + 1e-3 * equation.d1 : 0.5 * (low + high);
    if (next == s) break;
    s = next;
    point = evaluate(equation, s);
  }
  problem.slip_weight = s;
  // Friction is exactly at its bound, independent of the rounding of the root.
  const double normal = point.q > 0 ? point.q / (problem.g(0, 0) * point.d) : 0;
  const double scale = point.length > 0 ? -problem.friction * normal / point.length : 0;
  return Vec3(normal, scale * (equation.n0[0] + s * equation.n1[0]), scale * (equation.n0[1] + s * equation.n1[1]));
}

}  // namespace

LocalProblem prepare_local(const Mat3& g, double friction) {
  LocalProblem problem;
  problem.g = g;
  problem.friction = friction;
  problem.slip_weight = 0;
  const Vec3 a = g.col(0), b = g.col(1), c = g.col(2);
  const Vec3 bc = b.cross(c);
  const double inverse_det = 1.0 / a.dot(bc);
  problem.inverse.row(0) = inverse_det * bc.transpose();
  problem.inverse.row(1) = inverse_det * c.cross(a).transpose();
  problem.inverse.row(2) = inverse_det * a.cross(b).transpose();
  const double inverse_normal = 1.0 / g(0, 0);
  problem.schur << g(1, 1) - g(1, 0) * g(0, 1) * inverse_normal, g(1, 2) - g(1, 0) * g(0, 2) * inverse_normal,
      g(2, 1) - g(2, 0) * g(0, 1) * inverse_normal, g(2, 2) - g(2, 0) * g(0, 2) * inverse_normal;
  return problem;
}

Vec3 solve_local(LocalProblem& problem, const Vec3& c) {
  if (c[0] >= 0) return Vec3(0, 0, 0);
  if (problem.friction == 0) return without_friction(problem, c);
  const Vec3 stick = -(problem.inverse * c);
  const double bound = problem.friction * stick[0];
  if (stick[0] > 0 && stick[1] * stick[1] + stick[2] * stick[2] <= bound * bound) return stick;
  return slip(problem, c);
}

}  // namespace rockfall
