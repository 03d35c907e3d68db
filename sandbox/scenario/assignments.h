// Changed keys of a scenario, as --set gives them.
#ifndef ROCKFALL_SANDBOX_SCENARIO_ASSIGNMENTS_H
#define ROCKFALL_SANDBOX_SCENARIO_ASSIGNMENTS_H

#include "scenario/scenario.h"
#include "scenario/toml_table.h"

namespace sandbox {

/** Changes a key of a parsed file; tables that are missing are added. Throws InputError if there is no such key. */
void assign(toml::table& root, const Assignment& change);

}  // namespace sandbox
#endif
