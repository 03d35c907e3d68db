// Files that are either whole or not there: written beside their place, then renamed into it.
#ifndef ROCKFALL_SANDBOX_IO_OUTPUT_FILE_H
#define ROCKFALL_SANDBOX_IO_OUTPUT_FILE_H

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>

namespace sandbox {

/** Makes the folder (and those above it). Throws InputError if that is impossible. */
void make_folder(const std::filesystem::path& folder);

/** Calls `write` with a stream to a temporary file and renames that to `path`. Throws RunError; leaves nothing half
 *  written. */
void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);

}  // namespace sandbox
#endif
