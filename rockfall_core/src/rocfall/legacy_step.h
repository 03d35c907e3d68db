// One step of the legacy models of RocFall3: flight, impacts, rolling and sliding inside one fixed time step.
#pragma once

#include <rockfall/step.h>

namespace rockfall::rocfall {

/// Advance a rock by settings.model, which is not RF_MODEL_HARD_CONTACT; arguments as of step_rock.
rf_status legacy_step(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                      rf_step_report* report);

}  // namespace rockfall::rocfall
