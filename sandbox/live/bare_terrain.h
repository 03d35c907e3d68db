// A terrain that is opened alone, without a scenario.
#ifndef ROCKFALL_SANDBOX_LIVE_BARE_TERRAIN_H
#define ROCKFALL_SANDBOX_LIVE_BARE_TERRAIN_H

#include <filesystem>

#include "samples/setup.h"

namespace sandbox::live {

/** The setup with another terrain, without what lies on the former one. Rocks start in its middle, or around the cell
 *  with data that is nearest to the middle. Throws InputError. */
samples::Setup with_terrain(samples::Setup setup, const std::filesystem::path& file);

}  // namespace sandbox::live
#endif
