#include "contact/one_rolling_contact.h"

#include <cmath>

#include "numerics/increasing_root.h"
#include "numerics/linear.h"
#include "numerics/minmax.h"
#include "numerics/real.h"

namespace rockfall {
namespace {

// (A + s 1)^-1.
Mat2 inverse_of(const Mat2& a, double s) {
  const double xx = a(0, 0) + s, yy = a(1, 1) + s, k = 1.0 / (xx * yy - a(0, 1) * a(1, 0));
  Mat2 inverse;
  inverse << k * yy, -k * a(0, 1), -k * a(1, 0), k * xx;
  return inverse;
}

constexpr double kAtBound = 1e-15;        // |x| / bound - 1
constexpr double kLargestWeight = 1e140;  // s; the square of larger ones overflows
constexpr int kSearches = 30, kOuterSearches = 60;

// The x with |x| <= bound and A x + b = 0, or opposite to x at the bound: (A + s 1) x = -b with s >= 0, whose length
// decreases with s.
Vec2 solve_in_disc(const Mat2& a, const Vec2& b, double bound) {
  if (!(bound > 0)) return Vec2(0, 0);
  Vec2 x;
  const auto excess = [&](double s) {
    x = -(inverse_of(a, s) * b);
    return bound / x.norm() - 1;
  };
  const double sticking = excess(0);
  if (!(sticking < 0)) return x;
  const double large = b.norm() / bound;
  if (!(large < kLargestWeight)) return (-1 / large) * b;
  find_increasing_root(0, sticking, large, excess(large), kAtBound, kSearches, excess);
  return (bound / x.norm()) * x;
}

// The tangential percussion and the moment for a given normal percussion.
struct Tresca {
  Vec2 tangential, moment;
};

class TrescaProblem {
 public:
  explicit TrescaProblem(const RollingContactProblem& problem)
      : problem_(problem),
        sliding_(block(1, 1)),
        rolling_(block(3, 3)),
        to_sliding_(block(1, 3)),
        to_rolling_(block(3, 1)) {}

  Tresca solve(double normal) const {
    const Vec2 sliding = constant(1, normal), rolling = constant(3, normal);
    const double bound = problem_.arm * normal, sliding_bound = problem_.friction * normal;
    const auto with_negligible = [&](const Vec2& moment) {
      return Tresca{solve_in_disc(sliding_, sliding, sliding_bound), moment};
    };
    if (!(bound > 0)) return with_negligible(Vec2(0, 0));
    Tresca found;
    // The moment with (G_RR + s 1) M = -(c_R + G_RT P_T), which decreases with s.
    const auto excess = [&](double s) {
      const Mat2 inverse = inverse_of(rolling_, s), coupled = to_sliding_ * inverse;
      found.tangential = solve_in_disc(sliding_ - coupled * to_rolling_, sliding - coupled * rolling, sliding_bound);
      found.moment = -(inverse * (rolling + to_rolling_ * found.tangential));
      return bound / found.moment.norm() - 1;
    };
    const double sticking = excess(0);
    if (!(sticking < 0)) return found;
    const double large = (rolling.norm() + to_rolling_.norm() * sliding_bound) / bound;
    if (!(large < kLargestWeight)) return with_negligible((-1 / large) * rolling);
    find_increasing_root(0, sticking, large, excess(large), kAtBound, kSearches, excess);
    found.moment = (bound / found.moment.norm()) * found.moment;
    return found;
  }

 private:
  Mat2 block(int row, int column) const {
    const auto& g = problem_.g;
    Mat2 block;
    block << g[row][column], g[row][column + 1], g[row + 1][column], g[row + 1][column + 1];
    return block;
  }

  // Two rows of xi with the normal percussion alone.
  Vec2 constant(int row, double normal) const {
    return Vec2(problem_.c[row] + problem_.g[row][0] * normal, problem_.c[row + 1] + problem_.g[row + 1][0] * normal);
  }

  const RollingContactProblem& problem_;
  const Mat2 sliding_, rolling_, to_sliding_, to_rolling_;  // blocks of G
};

}  // namespace

bool solve_rolling_contact(const RollingContactProblem& problem, double p[5]) {
  for (int i = 0; i < 5; ++i) p[i] = 0;
  const double* const c = problem.c;
  if (!(c[0] < 0)) return c[0] >= 0;
  const TrescaProblem tresca(problem);
  double size = 0;
  for (int i = 0; i < 3; ++i) size = larger_of(size, std::fabs(c[i]));
  // xi_N for a normal percussion.
  const auto normal_speed = [&](double normal) {
    const Tresca found = tresca.solve(normal);
    p[0] = normal;
    p[1] = found.tangential[0];
    p[2] = found.tangential[1];
    p[3] = found.moment[0];
    p[4] = found.moment[1];
    double speed = c[0];
    for (int i = 0; i < 5; ++i) speed += problem.g[0][i] * p[i];
    return speed;
  };
  constexpr int kMostDoublings = 100;
  double low = 0, at_low = c[0], high = -c[0] / problem.g[0][0], at_high = normal_speed(high);
  for (int i = 0; i < kMostDoublings && at_high < 0; ++i) {
    low = high;
    at_low = at_high;
    high *= 2;
    at_high = normal_speed(high);
  }
  if (at_high > 0) find_increasing_root(low, at_low, high, at_high, 1e-14 * size, kOuterSearches, normal_speed);
  return at_high >= 0 && is_finite(p[0] + p[1] + p[2] + p[3] + p[4]);
}

}  // namespace rockfall
