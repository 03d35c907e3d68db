// One scenario computed with every model.
#ifndef ROCKFALL_SANDBOX_RUN_MODEL_COMPARISON_H
#define ROCKFALL_SANDBOX_RUN_MODEL_COMPARISON_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "run/run.h"
#include "run/statistics.h"
#include "scenario/scenario.h"

namespace sandbox {

/** Quantities compared per rock. */
enum class Measure { runout, energy, jump, rotation };
constexpr std::size_t measure_count = 4;

struct MeasureText {
  const char* name;
  const char* unit;
  const char* key;  ///< in files, with the unit; as in deposits.csv
};
const MeasureText& text_of(Measure measure);

/** A scenario run by one model. */
struct ModelRun {
  std::int32_t model = 0;
  RunResult result;
  CampaignStatistics statistics;
  std::vector<std::string> warnings;  ///< of the scenario
  /** By measure, by rock: run-out in m, largest kinetic energy in kJ, largest jump height in m, largest rotation in
   *  rot/s. */
  std::array<std::vector<double>, measure_count> values;
};

/** Runs every model from the same releases. Throws InputError or RunError. */
std::vector<ModelRun> run_models(Scenario scenario, RunOptions options);

}  // namespace sandbox
#endif
