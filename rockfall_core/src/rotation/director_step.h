// Equations of the energy-momentum step on three directors (Gebhardt & Romero, eq. 86-89), written for the turn between
// the two placements. With d+ - d = w x (d + d+)/2 the six products of the new directors are those of the old for every
// w, so the step keeps three unknowns; the multipliers drop out of the moments about the midpoint directors and are
// recovered afterwards. Everything in components along the old directors.
#pragma once

#include <rockfall/body.h>

#include "numerics/linear.h"

namespace rockfall {

/// One step to be taken.
struct DirectorProblem {
  Mat3 euler;       // Euler inertia tensor: 1/2 tr(J) - J
  Mat3 velocity;    // rates of the old directors, columns
  Mat3 directors;   // old directors in I, columns: for the callback
  Vec3 moment;      // constant moment
  Vec3 own_moment;  // moment along the midpoint directors
  double dt;
  double time;  // middle of the step
  rf_moment_function moment_at;
  void* moment_user;
};

/// Placement that a turn leads to, and how it changes with the turn.
struct DirectorTurn {
  Mat3 way;       // d+ - d, columns
  Mat3 middle;    // midpoint directors, columns
  Mat3 slope[3];  // of `way`
};

/// Moments that are left over at a turn, times dt^2 / 2, their slope, and the size of the terms they are made of.
struct DirectorBalance {
  Vec3 value;
  Mat3 slope;  // the callback's moment counts as constant
  Vec3 moment;
  double scale;
};

DirectorProblem director_problem(const rf_body& body, const rf_body_state& state);

/// Turn that the old rates suggest: where Newton's method starts.
Vec3 first_turn(const DirectorProblem& problem);

DirectorTurn director_turn(const Vec3& turn);
DirectorBalance director_balance(const DirectorProblem& problem, const DirectorTurn& turn);

/// True where the residual `size` cannot be bettered: rounding, or no gain since `last`.
bool settled(double size, double last, double scale);

/// Puts the new directors and rates into the state, and the multipliers into the report. `twist` is mu dt^2 / 2.
void finish_director_step(const rf_body& body, const DirectorProblem& problem, const DirectorTurn& turn,
                          const Vec3& moment, double twist, rf_body_state& state, rf_body_report* report);

/// The standard rigid body; false if Newton's method found no solution (the state is left as it was).
bool step_director_body(const rf_body& body, rf_body_state& state, rf_body_report* report);

/// The non-twisting body (eq. 92-94); false as above.
bool step_non_twisting_body(const rf_body& body, rf_body_state& state, rf_body_report* report);

inline Mat3 load_columns(const double* x) {
  Mat3 m;
  m << x[0], x[3], x[6], x[1], x[4], x[7], x[2], x[5], x[8];
  return m;
}
inline void store_columns(const Mat3& m, double* x) {
  for (int j = 0; j < 3; ++j) store3(m.col(j), x + 3 * j);
}

/// 1/2 tr(J) - J.
inline Mat3 euler_inertia(const double* inertia) {
  Mat3 euler = -load_columns(inertia);
  euler.diagonal().array() += 0.5 * (inertia[0] + inertia[4] + inertia[8]);
  return euler;
}

}  // namespace rockfall
