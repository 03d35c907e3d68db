// Parts of a scenario file that belong to places: soils, lines, return periods.
#ifndef ROCKFALL_SANDBOX_SCENARIO_SCENARIO_PLACES_H
#define ROCKFALL_SANDBOX_SCENARIO_SCENARIO_PLACES_H

#include <vector>

#include "scenario/scenario.h"
#include "scenario/toml_table.h"

namespace sandbox {

/** Names of all ground presets. */
std::vector<std::string> preset_names();

/** Refuses mu_min above mu_max, both not negative, at a key that the table gives.
 *  @param preset  of the members that the table does not give; empty: defaults */
void check_friction_order(const TomlTable& table, const rf_ground& ground, const std::string& preset);

/** The tables [[soil]] and then [[forest]]. */
std::vector<SoilSpec> read_soils(TomlTable& root, const std::filesystem::path& scenario);

/** The tables [[line]]. */
std::vector<LineSpec> read_lines(TomlTable& root, const std::filesystem::path& scenario);

/** The tables [[event]]. */
std::vector<EventSpec> read_events(TomlTable& root, const std::vector<RockSpec>& rocks);

/** Names of rock classes under the key "rocks". */
std::vector<std::string> read_rock_names(TomlTable& table, const std::vector<RockSpec>& rocks);

/** The table [rock.volume]; nothing if absent. */
std::optional<VolumeSpec> read_volume(TomlTable& rock);

}  // namespace sandbox
#endif
