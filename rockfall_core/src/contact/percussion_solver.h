// Percussions of all contacts of a rock. One contact and nearly all pairs are solved in closed form, others and those
// with rolling friction by Newton's method on all contact laws. Where that fails, one contact is solved by a search
// that always ends at a solution, and several by block Gauss-Seidel, one contact at a time.
#pragma once

#include "contact/contact.h"

namespace rockfall {

/// Velocity of a rock: v of S in I, omega in K.
struct Velocity {
  Vec3 linear;
  Vec3 angular;
};

/// Limits of the iterative solvers.
struct SolverLimits {
  int32_t sweeps;    // at most, where Newton's method fails; 0: none
  double tolerance;  // see rf_settings::solver_tolerance
  // Number of first attempts (contact/solver_stage.h) that are known to fail; above 0, so does the closed form. Affects
  // speed only.
  int failed_attempts = 0;
  bool symmetric = true;  // G = W^T M^-1 W is symmetric: in all schemes but the explicit one
};

struct SolverOutcome {
  int32_t sweeps;  // of Gauss-Seidel; 0 where none was made
  bool converged;
};

/// gamma = W^T u.
inline Vec3 contact_velocity(const Contact& contact, const Velocity& u) {
  return contact.frame.transpose() * u.linear + contact.angular.transpose() * u.angular;
}

/// u += M^-1 W P.
inline void apply_percussion(const Contact& contact, const Vec3& percussion, double inverse_mass, Velocity& u) {
  u.linear += inverse_mass * (contact.frame * percussion);
  u.angular += contact.angular_response * percussion;
}

/// u += M^-1 of a moment percussion about t1 and t2.
inline void apply_moment(const Contact& contact, const Vec2& moment, Velocity& u) {
  u.angular += contact.rolling_response * moment;
}

/// True if rolling friction acts at any contact.
inline bool has_rolling_friction(const ContactSet& contacts) {
  for (uint32_t i = 0; i < contacts.count; ++i) {
    if (contacts.items[i].rolling_arm > 0) return true;
  }
  return false;
}

/// Solve the contact laws of all contacts; the solution is written to Contact::percussion.
/// @param restitution  1: Newton's impact law with the ground's restitution; 0: without
/// @param velocity     in: the velocity without percussions; out: with them
SolverOutcome solve_percussions(ContactSet& contacts, double inverse_mass, double restitution,
                                const SolverLimits& limits, Velocity& velocity);

/// Largest violation of the contact laws, m/s: G_ii times the distance of a percussion from its projection
/// P_N = max(0, P_N - xi_N / G_ii), P_T = prox(P_T - xi_T / G_ii).
double contact_residual(const ContactSet& contacts, double inverse_mass, double restitution, const Velocity& velocity);

}  // namespace rockfall
