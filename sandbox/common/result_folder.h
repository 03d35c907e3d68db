// Results of a former run in the folder of a new one.
#ifndef ROCKFALL_SANDBOX_COMMON_RESULT_FOLDER_H
#define ROCKFALL_SANDBOX_COMMON_RESULT_FOLDER_H

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/output_file.h"
#include "common/place_lock.h"

namespace sandbox {

/** Names of the result files that are in a folder, from its summary.json; empty for a folder that is absent, empty, or
 * contains only the unfinished files of a process that was killed. Throws InputError if the folder contains files,
 * unless `force` is given and they are results of rockfall; warns if the summary does not name them.
 *  @param checkpoint  a file that the folder may contain */
std::vector<std::string> former_results(const std::filesystem::path& folder, bool force,
                                        const std::filesystem::path& checkpoint = {});

/** The folder for results that can be continued: `out`; if it is empty, that of the state that is continued; `usual` if
 *  that is empty, too. */
std::filesystem::path folder_of_results(const std::string& out, const std::string& resume,
                                        const std::filesystem::path& usual);

/** Throws InputError if the file exists and is not empty, unless `force` is given.
 *  @param other   what the message proposes beside --force and another place; empty: nothing
 *  @param option  the one that gives the place */
void refuse_former_file(const std::filesystem::path& file, bool force, const std::string& other = "",
                        const std::string& option = "--out");

/** Throws InputError if a result would replace the file that it is made from.
 *  @param option  the one that gives the place */
void refuse_own_input(const std::filesystem::path& place, const std::filesystem::path& input,
                      const std::string& option = "--out");

/** Holds the folder of a file to which the state of a computation is saved: two of them would replace each other's.
 * Empty without a file, and where that lies in the folder of the results, which is held already. Throws InputError
 * where another process holds it. */
std::optional<PlaceLock> lock_of_other_folder(const std::filesystem::path& state, const std::filesystem::path& folder);

/** Writes a file that took a long time. Where another process has made one of this name meanwhile it is replaced if
 *  `force` is given; otherwise the file takes a free name, and a warning says so.
 *  @return where it was written */
std::filesystem::path write_result(OutputFile& file, bool force, const OutputFile::Writer& write);

/** Removes the files of a former run that the new one did not write. */
void remove_former(const std::filesystem::path& folder, const std::vector<std::string>& former,
                   const std::vector<std::string>& written);

}  // namespace sandbox
#endif
