// Numbers of a scenario that are valid but probably not intended.
#ifndef ROCKFALL_SANDBOX_SCENARIO_DOUBTFUL_VALUES_H
#define ROCKFALL_SANDBOX_SCENARIO_DOUBTFUL_VALUES_H

#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace sandbox {

/** A sentence for each, with what is probably meant. */
std::vector<std::string> doubtful_values(const Scenario& scenario);

}  // namespace sandbox
#endif
