// Changed keys of a scenario, as --set gives them.
#ifndef ROCKFALL_SANDBOX_SCENARIO_ASSIGNMENTS_H
#define ROCKFALL_SANDBOX_SCENARIO_ASSIGNMENTS_H

#include <string>
#include <vector>

#include "scenario/scenario.h"
#include "scenario/toml_table.h"

namespace sandbox {

/** True for a key of release.0: a single [release] is the first one. @param path  words of the key */
bool is_first_release(const std::vector<std::string>& path);

/** Changes a key of a parsed file; tables that are missing are added. Throws InputError if there is no such key. */
void assign(toml::table& root, const Assignment& change);

}  // namespace sandbox
#endif
