// Plotted quantities and energy sums of rocks.
#ifndef ROCKFALL_SANDBOX_LIVE_WATCHED_ROCK_H
#define ROCKFALL_SANDBOX_LIVE_WATCHED_ROCK_H

#include "live/variant.h"

namespace sandbox::live {

/** Quantities that follow from a state alone: angular velocity, energies, slippage, jump height. */
Sample sample_of(const Variant& variant, const rf_state& state, double time);

/** Adds the energies of a step to the sums of a rock. */
void add_to_ledger(LedgerSum& sum, const rf_energy_ledger& energy);

/** Adds a step of the watched rock to the series of the variant. */
void note_step(Variant& variant, const rf_state& state, const rf_step_report& report, double time);

/** Adds to a series the samples of those moments that it does not cover.
 *  @param interval  of the steps, s */
void fill_from_moments(const std::vector<Sample>& at_moments, double interval, Series& series);

}  // namespace sandbox::live
#endif
