// Newton's method on many contacts together: their percussions are eliminated one by one, what is left are the six
// velocities of the rock, however many contacts there are.
#pragma once

#include "contact/percussion_solver.h"

namespace rockfall {

/// Semismooth Newton on the projections of all contacts, from zero percussions.
/// @param offset    what is added to gamma+, contact by contact
/// @param velocity  without percussions; with them where a solution was found
/// @return          true if the projections hold to tolerance * the percussions that would make every contact stick,
/// one
///                  by one; otherwise neither percussions nor velocity change
bool solve_many_contacts(ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance,
                         Velocity& velocity);

}  // namespace rockfall
