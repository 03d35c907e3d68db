#include "contact/one_rolling_contact.h"

#include <cmath>

#include "numerics/increasing_root.h"
#include "numerics/minmax.h"
#include "numerics/real.h"

namespace rockfall {
namespace {

struct Pair2 {
  double x, y;
};

double length_of(const Pair2& v) { return std::sqrt(v.x * v.x + v.y * v.y); }
Pair2 scaled(double k, const Pair2& v) { return {k * v.x, k * v.y}; }

struct Matrix2 {
  double xx, xy, yx, yy;
};

Pair2 operator*(const Matrix2& a, const Pair2& v) { return {a.xx * v.x + a.xy * v.y, a.yx * v.x + a.yy * v.y}; }
Matrix2 operator*(const Matrix2& a, const Matrix2& b) {
  return {a.xx * b.xx + a.xy * b.yx, a.xx * b.xy + a.xy * b.yy, a.yx * b.xx + a.yy * b.yx, a.yx * b.xy + a.yy * b.yy};
}

// (A + s 1)^-1.
Matrix2 inverse_of(const Matrix2& a, double s) {
  const double xx = a.xx + s, yy = a.yy + s, k = 1.0 / (xx * yy - a.xy * a.yx);
  return {k * yy, -k * a.xy, -k * a.yx, k * xx};
}

constexpr double kAtBound = 1e-15;        // |x| / bound - 1
constexpr double kLargestWeight = 1e140;  // s; the square of larger ones overflows
constexpr int kSearches = 30, kOuterSearches = 60;

// The x with |x| <= bound and A x + b = 0, or opposite to x at the bound: (A + s 1) x = -b with s >= 0, whose length
// decreases with s.
Pair2 solve_in_disc(const Matrix2& a, const Pair2& b, double bound) {
  if (!(bound > 0)) return {0, 0};
  Pair2 x;
  const auto excess = [&](double s) {
    x = scaled(-1, inverse_of(a, s) * b);
    return bound / length_of(x) - 1;
  };
  const double sticking = excess(0);
  if (!(sticking < 0)) return x;
  const double large = length_of(b) / bound;
  if (!(large < kLargestWeight)) return scaled(-1 / large, b);
  find_increasing_root(0, sticking, large, excess(large), kAtBound, kSearches, excess);
  return scaled(bound / length_of(x), x);
}

// The tangential percussion and the moment for a given normal percussion.
struct Tresca {
  Pair2 tangential, moment;
};

class TrescaProblem {
 public:
  explicit TrescaProblem(const RollingContactProblem& problem) : problem_(problem) {}

  Tresca solve(double normal) const {
    const auto& g = problem_.g;
    const double* const c = problem_.c;
    const double bound = problem_.arm * normal, sliding = problem_.friction * normal;
    const Pair2 b[2] = {{c[1] + g[1][0] * normal, c[2] + g[2][0] * normal},
                        {c[3] + g[3][0] * normal, c[4] + g[4][0] * normal}};
    const Matrix2 across = block(1, 3), back = block(3, 1);
    Tresca found = {{0, 0}, {0, 0}};
    if (!(bound > 0)) {
      found.tangential = solve_in_disc(block(1, 1), b[0], sliding);
      return found;
    }
    // With (G_RR + s 1) M = -(c_R + G_RT P_T) a moment is left that decreases with s.
    const auto excess = [&](double s) {
      const Matrix2 inverse = inverse_of(block(3, 3), s), coupled = across * inverse, own = coupled * back;
      const Matrix2 direct = block(1, 1);
      const Pair2 other = coupled * b[1];
      found.tangential = solve_in_disc({direct.xx - own.xx, direct.xy - own.xy, direct.yx - own.yx, direct.yy - own.yy},
                                       {b[0].x - other.x, b[0].y - other.y}, sliding);
      const Pair2 turn = back * found.tangential;
      found.moment = scaled(-1, inverse * Pair2{b[1].x + turn.x, b[1].y + turn.y});
      return bound / length_of(found.moment) - 1;
    };
    const double sticking = excess(0);
    if (!(sticking < 0)) return found;
    const double most = std::sqrt(back.xx * back.xx + back.xy * back.xy + back.yx * back.yx + back.yy * back.yy);
    const double large = (length_of(b[1]) + most * sliding) / bound;
    if (!(large < kLargestWeight)) {  // the moment changes nothing
      found.tangential = solve_in_disc(block(1, 1), b[0], sliding);
      found.moment = scaled(-1 / large, b[1]);
      return found;
    }
    find_increasing_root(0, sticking, large, excess(large), kAtBound, kSearches, excess);
    found.moment = scaled(bound / length_of(found.moment), found.moment);
    return found;
  }

 private:
  Matrix2 block(int row, int column) const {
    const auto& g = problem_.g;
    return {g[row][column], g[row][column + 1], g[row + 1][column], g[row + 1][column + 1]};
  }

  const RollingContactProblem& problem_;
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
    p[1] = found.tangential.x;
    p[2] = found.tangential.y;
    p[3] = found.moment.x;
    p[4] = found.moment.y;
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
