// Newton's method on the percussions of a few coupled contacts, for impacts: restitution can prescribe velocities along
// the line between contacts that no rigid body can have, which the elimination of contact/many_contacts.h does not
// solve.
#pragma once

#include "contact/contact.h"
#include "contact/projection.h"

namespace rockfall {

/// Largest number of contacts for solve_newton; contact/many_contacts.h solves more.
constexpr uint32_t kNewtonContacts = 3;

/// The coupled problem of a few contacts: xi = c + G P.
struct CoupledProblem {
  static constexpr int kSize = 3 * static_cast<int>(kNewtonContacts);
  int size;                // 3 * contacts
  double g[kSize][kSize];  // Delassus matrix
  double transposed[kSize][kSize + 1];
  double c[kSize];  // xi without percussions
  Projection law[kNewtonContacts];
};

/// Set up the coupled problem. @param offset  per contact: xi without percussions
void assemble(const ContactSet& contacts, double inverse_mass, const Vec3* offset, CoupledProblem& problem);

/// Semismooth Newton on the projections, started from sticking contacts.
/// @param p       the solution, 3 * contacts; unchanged if none was found
/// @return        true if the projections hold to tolerance * max |c_i| / G_ii
bool solve_newton(const CoupledProblem& problem, double tolerance, double* p);

}  // namespace rockfall
