// One Moreau step of one rock in hard contact (Leine et al. 2014, section 4; Leine et al. 2021, section 5.2).
#pragma once

#include <rockfall/step.h>

#include "contact/ground_query.h"
#include "step/step_contact.h"

namespace rockfall {

/// Advance a rock whose arguments have been checked; see rf_step.
/// @param observed  nullable, out: the strongest contact of the step
rf_status moreau_step(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                      rf_step_report* report, StepContact* observed);

/// moreau_step if the rock touches the ground at the midpoint of the step; otherwise the state is unchanged.
/// @param slopes            of the ground wherever the rock may be during the clear steps, including its radius
/// @param contact_expected  true skips the search for clear steps; affects speed only
/// @param rotation          nullable: the torque-free rotation of this step if already known; affects speed only
/// @param observed          nullable, out: the strongest contact of the step, if it was taken
GroundQuery query_ground(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings,
                         const Slopes& slopes, bool contact_expected, const KnownRotation* rotation, rf_state& state,
                         StepContact* observed);

}  // namespace rockfall
