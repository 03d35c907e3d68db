// The files of a finished campaign, of `rockfall run` and `rockfall merge`.
#ifndef ROCKFALL_SANDBOX_CLI_RESULTS_H
#define ROCKFALL_SANDBOX_CLI_RESULTS_H

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "run/campaign.h"
#include "run/statistics.h"

namespace sandbox {

/** The cells and lines for which a run accumulates results. Throws InputError. */
HazardPlan plan_of(const RunArguments& arguments, const Scenario& scenario, const BuiltScene& built);

/** Options of the run of all rocks. The plan outlives them. */
RunOptions options_of(const RunArguments& arguments, const Scenario& scenario, const HazardPlan& plan);

/** What is read before the first rock starts, so that bad input loses no results. Not movable: contains references. */
struct RunInput {
  /** Prints the warnings. Throws InputError. The scenario outlives this. */
  RunInput(const RunArguments& arguments, const Scenario& scenario);
  RunInput(const RunInput&) = delete;
  RunInput& operator=(const RunInput&) = delete;

  const Scenario& scenario;
  const std::string command;  ///< command line that gives the same results
  BuiltScene built;
  const HazardPlan plan;
  const std::optional<ObservedRunouts> observed;
  const std::vector<std::string> warnings;  ///< beside those of `built`
};

/** Prints the table and writes all files; under a free name of the folder where another run has written results to it
 * since this one began. Throws InputError or RunError. */
void write_results(const std::filesystem::path& folder, const std::vector<std::string>& former,
                   const RunArguments& arguments, const RunInput& input, const RunResult& result);

}  // namespace sandbox
#endif
