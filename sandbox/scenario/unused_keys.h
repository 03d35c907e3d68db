// Keys of a scenario that are valid but have no effect.
#ifndef ROCKFALL_SANDBOX_SCENARIO_UNUSED_KEYS_H
#define ROCKFALL_SANDBOX_SCENARIO_UNUSED_KEYS_H

#include <string>
#include <vector>

#include "scenario/scenario.h"
#include "scenario/toml_table.h"

namespace sandbox {

/** A sentence for each key without effect, with its file and line. Numbers of [ground] and [settings] that the model
 *  does not use are left out: a scenario may be run with several models.
 *  @param root  the scenario as text, which was read without errors */
std::vector<std::string> unused_keys(TomlTable root, const Scenario& scenario);

}  // namespace sandbox
#endif
