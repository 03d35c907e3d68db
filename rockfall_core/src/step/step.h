// One step of one rock by the model of the settings.
#pragma once

#include <rockfall/step.h>

#include "rocfall/legacy_step.h"
#include "step/step_contact.h"

namespace rockfall {

/// Advance a rock whose arguments have been checked; see rf_step.
/// @param report    nullable, out; null where `observed` is given in the RocFall3 models
/// @param observed  nullable, out: the strongest contact of the step
/// @param memory    nullable: of the steps of this rock, for the RocFall3 models; affects speed only
rf_status step_rock(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                    rf_step_report* report, StepContact* observed = nullptr, rocfall::StepMemory* memory = nullptr);

}  // namespace rockfall
