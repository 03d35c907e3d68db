// Equations of the energy-momentum step on three directors (Gebhardt & Romero, eq. 86-89). The unknown is the vector w
// of the Cayley rotation between the old and the new directors, d+ - d = w x (d + d+)/2. For every w the six products
// of the new directors equal those of the old, so three unknowns remain. The multipliers drop out of the moment balance
// about the midpoint directors and are computed afterwards. All components are along the old directors.
#pragma once

#include <rockfall/body.h>

#include "numerics/linear.h"

namespace rockfall {

/// Data of one step.
struct DirectorProblem {
  Mat3 euler;        // Euler inertia tensor: 1/2 tr(J) - J
  Mat3 velocity;     // time derivatives of the old directors, columns
  Mat3 directors;    // old directors in I, columns; passed to the callback
  Vec3 moment;       // constant moment
  Vec3 body_moment;  // constant moment in components along the midpoint directors
  double dt;
  double time;  // at the midpoint of the step
  rf_moment_function moment_at;
  void* moment_user;
};

/// Directors after the Cayley rotation by w, and their derivatives by w.
struct DirectorUpdate {
  Mat3 change;         // d+ - d, columns
  Mat3 midpoint;       // midpoint directors, columns
  Mat3 derivative[3];  // of `change` by the components of w
};

/// Residual of the moment balance, times dt^2 / 2.
struct DirectorResidual {
  Vec3 value;
  Mat3 jacobian;  // by w; the callback's moment is taken as constant
  Vec3 moment;    // total external moment
  double scale;   // size of the terms of the residual, for the convergence test
};

DirectorProblem director_problem(const rf_body& body, const rf_body_state& state);

/// Start of Newton's method: w from the old director velocities.
Vec3 initial_rotation(const DirectorProblem& problem);

DirectorUpdate director_update(const Vec3& w);
DirectorResidual director_residual(const DirectorProblem& problem, const DirectorUpdate& update);

/// True if the residual `size` is at rounding level, or small and not below `previous`.
bool has_converged(double size, double previous, double scale);

/// Write the new directors and their velocities to the state, and the multipliers to the report.
/// @param scaled_multiplier  mu dt^2 / 2 of the non-twisting constraint; 0 without it
/// @param report             nullable
void finish_director_step(const rf_body& body, const DirectorProblem& problem, const DirectorUpdate& update,
                          const Vec3& moment, double scaled_multiplier, rf_body_state& state, rf_body_report* report);

/// The standard rigid body; false if Newton's method did not converge (the state is unchanged).
bool step_director_body(const rf_body& body, rf_body_state& state, rf_body_report* report);

/// The non-twisting body (eq. 92-94); returns as above.
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
