#include "step/step.h"

#include "rocfall/legacy_step.h"
#include "step/moreau_step.h"

namespace rockfall {

rf_status step_rock(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                    rf_step_report* report) {
  if (settings.model == RF_MODEL_HARD_CONTACT) return moreau_step(rock, terrain, settings, state, report);
  return rocfall::legacy_step(rock, terrain, settings, state, report);
}

}  // namespace rockfall
