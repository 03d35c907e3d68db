#include "contact/one_rolling_contact.h"

#include <cmath>

#include "numerics/minmax.h"

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

// The root of an increasing function between `low`, where it is negative, and `high`: secants, with half of the value
// at an end that remains (Illinois method), and bisection where they do not halve the interval in three steps. The
// function is evaluated last at the root.
template <class Function>
void find_root(double low, double at_low, double high, double at_high, double accuracy, Function function) {
  constexpr int kMost = 60;
  double width = high - low, last = 0;
  for (int i = 0; i < kMost; ++i) {
    double next = low + (high - low) * (at_low / (at_low - at_high));
    if (i % 3 == 2) {
      if (high - low > 0.5 * width) next = 0.5 * (low + high);
      width = high - low;
    }
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const double value = function(next);
    if (std::fabs(value) <= accuracy || next == low || next == high) return;
    (value < 0 ? low : high) = next;
    (value < 0 ? at_low : at_high) = value;
    if (i > 0 && (value < 0) == (last < 0)) (value < 0 ? at_high : at_low) *= 0.5;
    last = value;
  }
}

constexpr double kAtBound = 1e-15;  // |x| / bound - 1

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
  find_root(0, sticking, large, excess(large), kAtBound, excess);
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
    find_root(0, sticking, large, excess(large), kAtBound, excess);
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

void solve_rolling_contact(const RollingContactProblem& problem, double p[5]) {
  for (int i = 0; i < 5; ++i) p[i] = 0;
  const double* const c = problem.c;
  if (!(c[0] < 0)) return;
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
  if (at_high > 0) find_root(low, at_low, high, at_high, 1e-14 * size, normal_speed);
}

}  // namespace rockfall
