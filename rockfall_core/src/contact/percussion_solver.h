// Percussions of all contacts of a rock. One contact is solved in closed form, a few by Newton's method on all laws
// together; where that fails, and for many, by block Gauss-Seidel with each contact solved exactly in its turn.
#pragma once

#include "contact/contact.h"

namespace rockfall {

/// Velocity of a rock: v of S in I, omega in K.
struct Velocity {
  Vec3 linear;
  Vec3 angular;
};

/// Bound on work and accuracy of the percussion solver.
struct SolverLimits {
  int32_t sweeps;
  double tolerance;  // change of a sweep relative to the largest percussion
};

struct SolverOutcome {
  int32_t sweeps;  // of Gauss-Seidel; 0 where none was needed
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

/// Solve the contact laws of all contacts together.
/// @param restitution  1: Newton's impact law with the ground's restitution; 0: without
/// @param velocity     in: the velocity without percussions; out: with them
/// Contact::percussion comes out as the solution.
SolverOutcome solve_percussions(ContactSet& contacts, double inverse_mass, double restitution,
                                const SolverLimits& limits, Velocity& velocity);

/// Largest violation of the contact laws, m/s: how far each contact's own solution is from the one held.
double contact_residual(const ContactSet& contacts, double inverse_mass, double restitution, const Velocity& velocity);

}  // namespace rockfall
