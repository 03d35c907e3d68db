// One scenario through every model.
#ifndef ROCKFALL_SANDBOX_COMPARE_H
#define ROCKFALL_SANDBOX_COMPARE_H

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "run.h"
#include "scenario.h"
#include "statistics.h"

namespace sandbox {

/** What is compared, rock by rock. */
enum class Measure { runout, energy, jump, rotation };
constexpr std::size_t measure_count = 4;

struct MeasureText {
  const char* name;
  const char* unit;
  const char* key;  ///< in files, with the unit
};
const MeasureText& text_of(Measure measure);

/** A scenario run by one model. */
struct ModelRun {
  std::int32_t model = 0;
  RunResult result;
  CampaignStatistics statistics;
  /** By measure, by rock: run-out in m, largest kinetic energy in kJ, largest jump height in m, largest rotation in
   *  rot/s. */
  std::array<std::vector<double>, measure_count> values;
};

/** Runs every model on the same releases. Throws InputError or RunError. */
std::vector<ModelRun> run_models(Scenario scenario, RunOptions options);

/** Draws for run-out, energy and jump height which share of the rocks exceeds them, and where the rocks went. Throws
 *  RunError. */
void write_comparison(const std::filesystem::path& file, const Scenario& scenario, const std::vector<ModelRun>& runs);

}  // namespace sandbox
#endif
