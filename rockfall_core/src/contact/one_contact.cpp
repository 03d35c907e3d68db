#include "contact/one_contact.h"

#include <cmath>

namespace rockfall {
namespace {

// Slip: (S + s 1) P_T = -b with P_N = -(c_N + G_NT P_T) / G_NN and |P_T| = mu P_N, where s >= 0 is the sliding speed
// over mu P_N. The excess |P_T| - mu P_N is positive at s = 0 (sticking is impossible) and negative for large s.
struct SlipPoint {
  Vec2 tangential;
  double normal;
  double length;  // |P_T|
  double excess;  // |P_T| - mu P_N
  double step;    // Newton step of 1/|P_T| - 1/(mu P_N), which is nearly straight in s; 0 where undefined
};

SlipPoint evaluate(const LocalProblem& problem, const Vec3& c, const Vec2& b, double s) {
  const Mat2& S = problem.schur;
  const double a00 = S(0, 0) + s, a11 = S(1, 1) + s;
  const double over_det = 1.0 / (a00 * a11 - S(0, 1) * S(1, 0));
  SlipPoint at;
  at.tangential = Vec2(-over_det * (a11 * b[0] - S(0, 1) * b[1]), -over_det * (a00 * b[1] - S(1, 0) * b[0]));
  const double over_normal = 1.0 / problem.g(0, 0);
  at.normal = -over_normal * (c[0] + problem.g(0, 1) * at.tangential[0] + problem.g(0, 2) * at.tangential[1]);
  const double squared = at.tangential.squaredNorm();
  at.length = std::sqrt(squared);
  const double bound = problem.friction * at.normal;
  at.excess = at.length - bound;
  at.step = 0;
  if (bound > 0 && at.length > 0) {
    const Vec2 slope(-over_det * (a11 * at.tangential[0] - S(0, 1) * at.tangential[1]),
                     -over_det * (a00 * at.tangential[1] - S(1, 0) * at.tangential[0]));  // dP_T/ds
    const double normal_slope = -over_normal * (problem.g(0, 1) * slope[0] + problem.g(0, 2) * slope[1]);
    const double value = 1.0 / at.length - 1.0 / bound;
    const double derivative =
        -at.tangential.dot(slope) / (squared * at.length) + problem.friction * normal_slope / (bound * bound);
    if (derivative != 0) at.step = -value / derivative;
  }
  return at;
}

Vec3 slip(LocalProblem& problem, const Vec3& c) {
  const double over_normal = 1.0 / problem.g(0, 0);
  const Vec2 b(c[1] - problem.g(1, 0) * over_normal * c[0], c[2] - problem.g(2, 0) * over_normal * c[0]);
  double low = 0, high = -1;  // excess > 0 at low, <= 0 at high; high < 0: none known yet
  double s = problem.slip_weight;
  if (!(s > 0)) s = std::sqrt(b.squaredNorm()) / (problem.friction * -over_normal * c[0]);
  SlipPoint at = evaluate(problem, c, b, s);
  for (int iteration = 0; iteration < 100; ++iteration) {
    if (std::fabs(at.excess) <= 2e-15 * at.length) break;
    if (at.excess > 0) {
      low = s;
    } else {
      high = s;
    }
    double next = s + at.step;
    const bool inside = at.step != 0 && next > low && (high < 0 || next < high);
    if (!inside) next = high < 0 ? 2 * s + 1e-3 * (problem.schur(0, 0) + problem.schur(1, 1)) : 0.5 * (low + high);
    if (next == s) break;
    s = next;
    at = evaluate(problem, c, b, s);
  }
  problem.slip_weight = s;
  // Friction saturates exactly, whatever the last bit of the root.
  const double normal = at.normal > 0 ? at.normal : 0;
  const double scale = at.length > 0 ? problem.friction * normal / at.length : 0;
  return Vec3(normal, scale * at.tangential[0], scale * at.tangential[1]);
}

}  // namespace

LocalProblem prepare_local(const Mat3& g, double friction) {
  LocalProblem problem;
  problem.g = g;
  problem.friction = friction;
  problem.slip_weight = 0;
  const Vec3 a = g.col(0), b = g.col(1), c = g.col(2);
  const Vec3 bc = b.cross(c);
  const double over_det = 1.0 / a.dot(bc);
  problem.inverse.row(0) = over_det * bc.transpose();
  problem.inverse.row(1) = over_det * c.cross(a).transpose();
  problem.inverse.row(2) = over_det * a.cross(b).transpose();
  const double over_normal = 1.0 / g(0, 0);
  problem.schur << g(1, 1) - g(1, 0) * g(0, 1) * over_normal, g(1, 2) - g(1, 0) * g(0, 2) * over_normal,
      g(2, 1) - g(2, 0) * g(0, 1) * over_normal, g(2, 2) - g(2, 0) * g(0, 2) * over_normal;
  return problem;
}

Vec3 solve_local(LocalProblem& problem, const Vec3& c) {
  if (c[0] >= 0) return Vec3(0, 0, 0);
  if (problem.friction == 0) return Vec3(-c[0] / problem.g(0, 0), 0, 0);
  const Vec3 stick = -(problem.inverse * c);
  const double bound = problem.friction * stick[0];
  if (stick[0] > 0 && stick[1] * stick[1] + stick[2] * stick[2] <= bound * bound) return stick;
  return slip(problem, c);
}

}  // namespace rockfall
