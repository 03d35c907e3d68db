// The origin of the numbers of a fitted ground, in words.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_PROVENANCE_H
#define ROCKFALL_SANDBOX_CALIBRATE_PROVENANCE_H

#include <cstddef>
#include <string>

#include "scenario/scenario.h"

namespace sandbox::calibrate {

/** The text for ground.calibrated after a fit: what was fitted now, and what still holds of the text of the scenario,
 * without parameters that are fitted again or were changed by hand.
 *  @param scenario  before the fit, with observations
 *  @param runs      number of observed runs */
std::string provenance_of(const Scenario& scenario, std::size_t runs);

}  // namespace sandbox::calibrate
#endif
