// Printed and written results of a run.
#ifndef ROCKFALL_SANDBOX_RUN_REPORT_H
#define ROCKFALL_SANDBOX_RUN_REPORT_H

#include <cstdint>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "run/statistics.h"
#include "scenario/overrides.h"
#include "scenario/scenario.h"
#include "scenario/scene_builder.h"

namespace sandbox {

/** Input of the reports. */
struct Report {
  const Scenario& scenario;
  const BuiltScene& built;
  const RunResult& result;
  const CampaignStatistics& statistics;
  std::vector<std::string> plan_warnings = {};  ///< see warnings_of_plan()
  ScenarioOverrides overrides = {};             ///< of the scenario, already applied to it
};

/** Rocks that moved farther than a quarter of their bounding radius in a step: the velocity after an impact then
 * depends on the time step. 0 for the legacy models, which find the times of impacts. */
std::uint32_t rocks_faster_than_steps(const Report& report);

/** Thread time (wall time times threads) over rock-steps. */
double nanoseconds_per_rock_step(const RunResult& result);

/** Which ground presets of the scenario no publication confirms, and what its ground was calibrated to; a sentence
 * each. */
std::vector<std::string> ground_notes(const Report& report);

/** Doubts about the run-outs by the ways in which the rocks ended, a sentence each. */
std::vector<std::string> end_notes(const Report& report);

/** Doubts about the steps, a sentence each: starts drawn again, steps not solved or limited in their work, rocks too
 * fast for the time step, or for any comparison. */
std::vector<std::string> step_notes(const Report& report);

/** Doubts about the results, a sentence each: rocks that left the terrain, steps not solved, assumed parameters, files.
 */
std::vector<std::string> warnings_of(const Report& report);

void print_report(std::ostream& out, const Report& report);
/** @param files  names of all result files, this one too; a later run that replaces them removes those it does not
 * write */
void write_summary(const std::filesystem::path& file, const Report& report, const std::vector<std::string>& files);
/** deposits.csv: the columns of rock_fields(), start, end and number of steps. */
void write_deposits(const std::filesystem::path& file, const Report& report);
void write_trajectories(const std::filesystem::path& file, const Report& report);

}  // namespace sandbox
#endif
