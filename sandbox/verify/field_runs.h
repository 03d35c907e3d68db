// Ground presets against the run-outs that were measured on real slopes.
#ifndef ROCKFALL_SANDBOX_VERIFY_FIELD_RUNS_H
#define ROCKFALL_SANDBOX_VERIFY_FIELD_RUNS_H

#include "verify/plausibility.h"

namespace sandbox::verify {

/** Throws InputError if ROCKFALL_DATA names a folder without the measurements. */
void require_named_data();

/** The 18 runs near Tschamut on the preset that is calibrated to them: mean, each block, order, share that leaves the
 *  terrain; then soil classes and two of RAMMS::ROCKFALL, without criteria. The measurements do not come with rockfall:
 *  where they are missing, one row says so. Throws RunError, InputError. */
Table tschamut_runs(const PlausibilityOptions& options);

/** True if the means of the blocks 1, 2, 4 are in the order 1 > 2 > 4 or 2 > 1 > 4, as observed. */
bool order_of_blocks_holds(double block_1, double block_2, double block_4);

}  // namespace sandbox::verify
#endif
