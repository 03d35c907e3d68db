// The files of a finished campaign, of `rockfall run` and `rockfall merge`.
#ifndef ROCKFALL_SANDBOX_CLI_RESULTS_H
#define ROCKFALL_SANDBOX_CLI_RESULTS_H

#include <filesystem>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "run/campaign.h"

namespace sandbox {

/** What is accumulated. Throws InputError. */
HazardPlan plan_of(const RunArguments& arguments, const Scenario& scenario, const BuiltScene& built);

/** Options of the run of all rocks. The plan outlives them. */
RunOptions options_of(const RunArguments& arguments, const Scenario& scenario, const HazardPlan& plan);

/** Prints the table and writes all files. Throws InputError or RunError. */
void write_results(const std::filesystem::path& folder, const std::vector<std::string>& former,
                   const RunArguments& arguments, const Scenario& scenario, const BuiltScene& built,
                   const HazardPlan& plan, const RunResult& result, const std::vector<ConvergencePoint>& decisions);

}  // namespace sandbox
#endif
