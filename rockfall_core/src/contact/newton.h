// Newton's method on the contact laws of a few contacts together, where Gauss-Seidel crawls: close-by contacts.
#pragma once

#include "contact/contact.h"
#include "contact/projection.h"

namespace rockfall {

/// Contacts that Newton's method takes at the most; more are solved in the velocities of the rock
/// (contact/many_contacts.h).
constexpr uint32_t kNewtonContacts = 3;

/// The contact problem of few contacts as a whole: xi = c + G P.
struct CoupledProblem {
  static constexpr int kSize = 3 * static_cast<int>(kNewtonContacts);
  int size;                // 3 * contacts
  double g[kSize][kSize];  // Delassus matrix
  double c[kSize];         // xi without percussions
  Projection law[kNewtonContacts];
};

/// Delassus matrix of the contacts; `offset` is xi without percussions, contact by contact.
void assemble(const ContactSet& contacts, double inverse_mass, const Vec3* offset, CoupledProblem& problem);

/// Semismooth Newton on the projections, from the percussions of a few sweeps or from those that would make every
/// contact stick: mostly the answer.
/// @param sweeps  percussions after some sweeps, 3 * contacts
/// @param p       the solution, 3 * contacts; unchanged if none was found
/// @return        true if the projections hold to tolerance * the percussions of sticking
bool solve_newton(const CoupledProblem& problem, double tolerance, const double* sweeps, double* p);

}  // namespace rockfall
