// Block Gauss-Seidel: the contacts of a rock are solved one after the other, each exactly, until the percussions no
// longer change.
#pragma once

#include "contact/one_rolling_contact.h"
#include "contact/percussion_solver.h"

namespace rockfall {

/// Continue from the present percussions until a sweep changes them by at most `tolerance` of the largest one.
/// @param limit     of the number of sweeps
/// @param offset    per contact: xi = gamma+ + offset
/// @param velocity  in and out: with the present percussions
SolverOutcome run_sweeps(int32_t limit, ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance,
                         Velocity& velocity);

/// Solve one contact with rolling friction exactly, without a change of the other percussions.
/// @param problem  of the contact; c is written
/// @param change   out: of the percussion, N s, and of the moment over its arm
/// @return         false without a solution; nothing changes then
bool solve_with_moment(Contact& contact, RollingContactProblem& problem, const Vec3& offset, double inverse_mass,
                       Velocity& velocity, double& change);

}  // namespace rockfall
