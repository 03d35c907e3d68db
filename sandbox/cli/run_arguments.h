// Arguments of `rockfall run` as text, for the parts of a campaign.
#ifndef ROCKFALL_SANDBOX_CLI_RUN_ARGUMENTS_H
#define ROCKFALL_SANDBOX_CLI_RUN_ARGUMENTS_H

#include <filesystem>
#include <string>

#include "cli/commands.h"

namespace sandbox {

/** The arguments that the results depend on, as JSON: without the folder, the threads and the division into parts. */
std::string text_of(const RunArguments& arguments);

/** Reads text_of(). Throws InputError. */
RunArguments arguments_of(const std::string& text);

/** The command that gives the same results. @param scenario  its file, which need not exist any more */
std::string command_of(const RunArguments& arguments, const std::filesystem::path& scenario);

}  // namespace sandbox
#endif
