// A made-up alpine valley with everything a study of rockfall uses: for trials and tests.
#ifndef ROCKFALL_SANDBOX_SCENARIO_VALLEY_H
#define ROCKFALL_SANDBOX_SCENARIO_VALLEY_H

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sandbox {

struct ValleySpec {
  double cell = 2;  ///< m
  std::uint32_t rocks = 1000;
  std::uint64_t seed = 1;  ///< of the unevenness of the ground
};

/** Names of the files of write_valley(). */
std::vector<std::string> valley_files();

/** A valley of 600 x 800 m in the Swiss system LV95: from the west a plateau, a cliff of 65 degrees, a talus slope of
 * 35 degrees, a meadow, a dam and a road; its heights have the same bits on every platform. Writes dem.tif, soils.gpkg,
 *  forest.gpkg, sources.gpkg, road.gpkg and valley.toml. Throws InputError or RunError. */
void write_valley(const std::filesystem::path& folder, const ValleySpec& spec);

}  // namespace sandbox
#endif
