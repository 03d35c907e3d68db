// Two contacts that both slip, as templates for double and SIMD lanes.
#pragma once

#include "contact/contact_pair.h"

namespace rockfall {

/// With unit vectors e_i along xi_T of the contacts and P_i = p_i (1, -mu_i e_i), both xi_N = 0 are two linear
/// equations A p = -c_N, and what remains are two equations e_i x xi_T,i = 0 for the directions.
template <class Real>
class SlippingPair {
 public:
  /// Starts with the directions of slip without percussions. @param pair  read until the solution is no longer needed
  explicit SlippingPair(const ContactPair<Real>& pair)
      : g_{{&pair.first.g, &pair.between}, {&pair.back, &pair.second.g}},
        c_{&pair.first.c, &pair.second.c},
        friction_{pair.first.friction, pair.second.friction} {
    for (int i = 0; i < 2; ++i) {
      const Real x = (*c_[i])[1], y = (*c_[i])[2], scale = 1.0 / square_root(x * x + y * y);
      e_[i][0] = scale * x;
      e_[i][1] = scale * y;
    }
    evaluate();
  }

  /// Angles by which Newton's method turns the directions.
  void find_turn(Real (&turn)[2]) const {
    Real slope[2][2];  // of e_i x xi_T,i with the angle of e_k
    for (int k = 0; k < 2; ++k) {
      const Real q = friction_[k] * p_[k], x = -1.0 * e_[k][1], y = e_[k][0];
      const auto by_turn = [&](int i, int row) { return g(i, k, row, 1) * x + g(i, k, row, 2) * y; };
      Real dp[2];
      solve(q * by_turn(0, 0), q * by_turn(1, 0), dp);
      for (int i = 0; i < 2; ++i) {
        const Real dx = b_[i][0][0] * dp[0] + b_[i][1][0] * dp[1] - q * by_turn(i, 1),
                   dy = b_[i][0][1] * dp[0] + b_[i][1][1] * dp[1] - q * by_turn(i, 2);
        slope[i][k] = e_[i][0] * dy - e_[i][1] * dx;
      }
      slope[k][k] = slope[k][k] - along_[k];
    }
    const Real inverse_det = 1.0 / (slope[0][0] * slope[1][1] - slope[0][1] * slope[1][0]);
    turn[0] = inverse_det * (slope[0][1] * across_[1] - slope[1][1] * across_[0]);
    turn[1] = inverse_det * (slope[1][0] * across_[0] - slope[0][0] * across_[1]);
  }

  /// Turns by 2 arctan(turn / 2), which needs no root.
  template <class Condition>
  void turn_by(const Real (&turn)[2], const Condition& fixed) {
    for (int i = 0; i < 2; ++i) {
      const Real h = 0.5 * turn[i], square = h * h, scale = 1.0 / (1.0 + square);
      const Real cosine = scale * (1.0 - square), sine = scale * turn[i];
      const Real x = cosine * e_[i][0] - sine * e_[i][1], y = cosine * e_[i][1] + sine * e_[i][0];
      e_[i][0] = select(fixed, e_[i][0], x);
      e_[i][1] = select(fixed, e_[i][1], y);
    }
    evaluate();
  }

  VectorOf<Real> percussion(int i) const {
    const Real bound = -1.0 * friction_[i] * p_[i];
    return {{p_[i], bound * e_[i][0], bound * e_[i][1]}};
  }

  /// True where the percussion of a contact satisfies the laws of slip. @param speed  that counts as zero
  template <class Condition>
  Condition holds(int i, const Real& speed) const {
    const Condition pressed = p_[i] > 0.0, opposed = along_[i] > 0.0, parallel = absolute(across_[i]) <= speed;
    return pressed & opposed & parallel;
  }

 private:
  const Real& g(int i, int j, int row, int column) const { return g_[i][j]->at[row][column]; }

  // A x = (first, second).
  void solve(const Real& first, const Real& second, Real (&x)[2]) const {
    x[0] = inverse_det_ * (a_[1][1] * first - a_[0][1] * second);
    x[1] = inverse_det_ * (a_[0][0] * second - a_[1][0] * first);
  }

  void evaluate() {
    for (int j = 0; j < 2; ++j) {
      const Real x = friction_[j] * e_[j][0], y = friction_[j] * e_[j][1];
      for (int i = 0; i < 2; ++i) {
        const auto by_load = [&](int row) { return g(i, j, row, 0) - (g(i, j, row, 1) * x + g(i, j, row, 2) * y); };
        a_[i][j] = by_load(0);
        for (int t = 0; t < 2; ++t) b_[i][j][t] = by_load(1 + t);
      }
    }
    inverse_det_ = 1.0 / (a_[0][0] * a_[1][1] - a_[0][1] * a_[1][0]);
    solve(-1.0 * (*c_[0])[0], -1.0 * (*c_[1])[0], p_);
    for (int i = 0; i < 2; ++i) {
      Real xi[2];
      for (int t = 0; t < 2; ++t) xi[t] = (*c_[i])[1 + t] + (b_[i][0][t] * p_[0] + b_[i][1][t] * p_[1]);
      along_[i] = e_[i][0] * xi[0] + e_[i][1] * xi[1];
      across_[i] = e_[i][0] * xi[1] - e_[i][1] * xi[0];
    }
  }

  const MatrixOf<Real>* const g_[2][2];
  const VectorOf<Real>* const c_[2];
  const Real friction_[2];
  Real e_[2][2];
  Real a_[2][2], b_[2][2][2], inverse_det_;  // xi_N,i = c_N,i + a_ij p_j, xi_T,i = c_T,i + b_ij p_j; of A
  Real p_[2];                                // P_N
  Real along_[2], across_[2];                // e . xi_T, e x xi_T
};

/// Bound of the search for the directions; most end after two turns.
constexpr int kMaxTurns = 8;
/// Newton's method converges quadratically: after a turn this small the directions are known to rounding.
constexpr double kLastTurn = 1e-7;

/// Percussions with which both contacts slip.
/// @param skipped    where no solution is needed
/// @param tolerance  of xi, relative to the speeds without percussions
template <class Condition, class Real>
PairPercussions<Condition, Real> with_both_slipping(const ContactPair<Real>& pair, const Condition& skipped,
                                                    double tolerance) {
  SlippingPair<Real> slipping(pair);
  Condition done = skipped;
  for (int i = 0; i < kMaxTurns && !all_set(done); ++i) {
    Real turn[2];
    slipping.find_turn(turn);
    slipping.turn_by(turn, done);
    const Condition first = absolute(turn[0]) <= kLastTurn, second = absolute(turn[1]) <= kLastTurn;
    done = done | (first & second);
  }
  const Real speed = negligible_speed(pair, tolerance);
  const Condition first = slipping.template holds<Condition>(0, speed),
                  second = slipping.template holds<Condition>(1, speed);
  return {Condition(first & second), slipping.percussion(0), slipping.percussion(1)};
}

}  // namespace rockfall
