// Files that are written completely or not at all: to a temporary file, which is then renamed.
#ifndef ROCKFALL_SANDBOX_COMMON_OUTPUT_FILE_H
#define ROCKFALL_SANDBOX_COMMON_OUTPUT_FILE_H

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>

namespace sandbox {

/** Creates the folder and its parents. Throws InputError on failure. */
void make_folder(const std::filesystem::path& folder);

/** Calls `write` with a stream to a temporary file and renames that to `path`. Throws RunError and removes the
 * temporary file on failure. */
void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);

}  // namespace sandbox
#endif
