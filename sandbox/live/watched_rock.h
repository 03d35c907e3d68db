// Plotted quantities and energy sums of the watched rock.
#ifndef ROCKFALL_SANDBOX_LIVE_WATCHED_ROCK_H
#define ROCKFALL_SANDBOX_LIVE_WATCHED_ROCK_H

#include "live/variant.h"

namespace sandbox::live {

/** Quantities that follow from a state alone: angular velocity, energies, slippage, jump height. */
Sample sample_of(const Variant& variant, const rf_state& state, double time);

/** Adds a step of the watched rock to series and ledger of the variant. */
void note_step(Variant& variant, const rf_state& state, const rf_step_report& report, double time);

}  // namespace sandbox::live
#endif
