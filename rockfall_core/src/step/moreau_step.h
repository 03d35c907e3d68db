// One Moreau step of one rock in hard contact (Leine et al. 2014, section 4; Leine et al. 2021, section 5.2).
#pragma once

#include <rockfall/step.h>

#include "step/ground_query.h"
#include "step/step_contact.h"

namespace rockfall {

/// Advance a rock whose arguments have been checked; see rf_step.
/// @param observed  nullable, out: the strongest contact of the step
rf_status moreau_step(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                      rf_step_report* report, StepContact* observed);

/// False if no step of a rock can have rf_step_report::work_limited, at any position.
bool may_limit_work(const rf_rock& rock, const rf_terrain& terrain);

/// Test whether a rock touches the ground at the midpoint of its step; see GroundQuery::Outcome. A step with contact
/// that the lanes cannot make is made here.
/// @param observed  nullable, out: the strongest contact of the step, if it was made; the surface of the soil, if the
///                  contacts were only detected
GroundQuery query_ground(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings,
                         const QueryInput& input, rf_state& state, StepContact* observed);

/// Drag of the ground near a rock that touches nothing: the layer around S, and contact_drag near the ground.
/// @param position  of S at the midpoint of the step, I
/// @param drag      out: coefficient, kg/s; 0 if there is none
/// @return          false if a torque acts as well
bool find_flight_drag(const rf_rock& rock, const rf_terrain& terrain, const double position[3], double& drag);

/// The step of a rock whose contacts query_ground() or a search of the lanes has detected. The state must not have
/// changed since.
/// @param rotation           torque-free rotation of this step
/// @param midpoint_rotation  A_IK at the midpoint, by rows
/// @param observed           nullable, in: the observation of the query, out: the strongest contact of the step
rf_status step_detected(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings,
                        const KnownRotation& rotation, const double midpoint_rotation[9],
                        const DetectedContacts& detected, rf_state& state, StepContact* observed);

}  // namespace rockfall
