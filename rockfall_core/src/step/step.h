// One Moreau step of one rock (Leine et al. 2014, section 4; Leine et al. 2021, section 5.2).
#pragma once

#include <rockfall/step.h>

#include "step/encounter.h"

namespace rockfall {

/// Advance a rock whose arguments have been checked; see rf_step.
rf_status step_rock(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                    rf_step_report* report);

/// step_rock, but only if the rock touches the ground in the middle of the step; otherwise the state stays as it is.
/// @param around    of the ground where the rock may be during the clear steps, by more than its radius around
/// @param expected  does it seem to touch? Only saves time.
/// @param spin      nullable: the free spin of this step, to save time
Encounter meet_ground(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, const Slopes& around,
                      bool expected, const KnownSpin* spin, rf_state& state);

/// 1/2 m v.v + 1/2 omega.Theta omega.
double kinetic_energy(const rf_rock& rock, const double velocity[3], const double angular_velocity[3]);

}  // namespace rockfall
