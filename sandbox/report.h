// What a run prints and writes.
#ifndef ROCKFALL_SANDBOX_REPORT_H
#define ROCKFALL_SANDBOX_REPORT_H

#include <filesystem>
#include <ostream>

#include "scenario.h"
#include "scene_builder.h"
#include "statistics.h"

namespace sandbox {

/** Everything that the reports are written from. */
struct Report {
  const Scenario& scenario;
  const BuiltScene& built;
  const RunResult& result;
  const CampaignStatistics& statistics;
};

/** Thread time (wall time times threads) over rock-steps. */
double nanoseconds_per_rock_step(const RunResult& result);

void print_report(std::ostream& out, const Report& report);
void write_summary(const std::filesystem::path& file, const Report& report);
void write_deposits(const std::filesystem::path& file, const Report& report);
void write_trajectories(const std::filesystem::path& file, const Report& report);

}  // namespace sandbox
#endif
