// Checks of what is to be fitted, before anything is evaluated.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_CHECKS_H
#define ROCKFALL_SANDBOX_CALIBRATE_CHECKS_H

#include "scenario/scene_builder.h"

namespace sandbox::calibrate {

/** Throws InputError: nothing to fit, a parameter that is fitted twice or given by a raster. */
void check_fits(const Scenario& scenario);

/** Throws InputError: bounds at which no ground is valid, a parameter without effect on the rocks, fewer rocks than
 * runs. */
void check_fits_on(const Scenario& scenario, const BuiltScene& built);

}  // namespace sandbox::calibrate
#endif
