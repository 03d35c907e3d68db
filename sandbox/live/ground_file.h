// Grounds as files.
#ifndef ROCKFALL_SANDBOX_LIVE_GROUND_FILE_H
#define ROCKFALL_SANDBOX_LIVE_GROUND_FILE_H

#include <rockfall/ground.h>

#include <filesystem>
#include <optional>
#include <string>

namespace sandbox::live {

/** A ground as the table [ground] of a scenario. */
std::string ground_text(const rf_ground& ground);

/** The ground of a file with a table [ground] and no [terrain]; nothing if it is another kind of file. Throws
 *  InputError if the table is not valid. */
std::optional<rf_ground> read_ground(const std::filesystem::path& file);

}  // namespace sandbox::live
#endif
