// Where and how rocks start: the tables [release] or [[release]] of a scenario file.
#ifndef ROCKFALL_SANDBOX_SCENARIO_SCENARIO_RELEASES_H
#define ROCKFALL_SANDBOX_SCENARIO_SCENARIO_RELEASES_H

#include "scenario/scenario.h"
#include "scenario/toml_table.h"

namespace sandbox {

/** Reads the releases into scenario.release and scenario.further_releases; its file and rocks are read before. Throws
 *  InputError. */
void read_releases(TomlTable& root, Scenario& scenario);

}  // namespace sandbox
#endif
