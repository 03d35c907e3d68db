// The energy balance of a step.
#pragma once

#include <rockfall/step.h>

namespace rockfall {

/// By how much the other members of a balance do not add up, J.
inline double residual_of(const rf_energy_ledger& ledger) {
  return ledger.kinetic_after - ledger.kinetic_before + ledger.potential_change - ledger.contact_work -
         ledger.drag_work;
}

}  // namespace rockfall
