// Newton's method on many coupled contacts. Eliminating the percussions contact by contact leaves a 6 x 6 system for
// the velocities of the rock, whatever the number of contacts.
#pragma once

#include "contact/percussion_solver.h"
#include "contact/solver_stage.h"

namespace rockfall {

/// Semismooth Newton on the projections of all contacts, from zero percussions.
/// @param offset    per contact: xi = gamma+ + offset
/// @param attempts  made until one converges, see tried_stage()
/// @param velocity  in: without percussions; out: with them if a solution was found
/// @return  true if the projections hold to tolerance * max |r xi|, with xi at zero percussions; otherwise percussions
///          and velocity are unchanged
bool solve_many_contacts(ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance,
                         const AttemptRange& attempts, Velocity& velocity);

/// The same with rolling friction: moment percussions about t1 and t2, bounded by
/// Contact::rolling_arm times P_N, oppose the rolling angular velocity (Leine & Glocker 2003).
bool solve_rolling_contacts(ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance,
                            const AttemptRange& attempts, Velocity& velocity);

}  // namespace rockfall
