// Memory and disk space that are free for the results of a run.
#ifndef ROCKFALL_SANDBOX_COMMON_ROOM_H
#define ROCKFALL_SANDBOX_COMMON_ROOM_H

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sandbox {

/** Bytes; empty if the system does not report them. */
struct Room {
  std::optional<double> memory;  ///< that can be taken without swapping
  std::optional<double> disk;    ///< on the file system of the results
};

/** The room for results in a folder, which need not exist yet. */
Room room_for(const std::filesystem::path& folder);

/** A sentence for each of memory and files that needs more than there is.
 *  @param memory  needed, bytes
 *  @param files   size of all files, bytes */
std::vector<std::string> shortages(double memory, double files, const Room& room);

}  // namespace sandbox
#endif
