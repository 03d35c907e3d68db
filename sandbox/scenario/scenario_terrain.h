// The terrain of a scenario file, and the relief over it.
#ifndef ROCKFALL_SANDBOX_SCENARIO_SCENARIO_TERRAIN_H
#define ROCKFALL_SANDBOX_SCENARIO_SCENARIO_TERRAIN_H

#include <filesystem>
#include <optional>

#include "scenario/scenario.h"
#include "scenario/toml_table.h"

namespace sandbox {

/** The table [terrain]. */
TerrainSpec read_terrain(TomlTable table, const std::filesystem::path& scenario);

/** The table [roughness]; nothing if absent. */
std::optional<RoughnessSpec> read_roughness(std::optional<TomlTable> given);

}  // namespace sandbox
#endif
