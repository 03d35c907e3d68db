// Changes of a scenario by the command line.
#ifndef ROCKFALL_SANDBOX_SCENARIO_OVERRIDES_H
#define ROCKFALL_SANDBOX_SCENARIO_OVERRIDES_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace sandbox {

/** Each member that is absent or empty leaves the scenario as it is. */
struct ScenarioOverrides {
  std::string model;   ///< name of an rf_model
  std::string scheme;  ///< name of an rf_scheme
  std::optional<std::uint32_t> rocks;
  std::optional<std::uint64_t> seed;
  std::optional<double> time_step;  ///< s
  std::vector<std::string> set;     ///< "KEY=VALUE", applied to the file
};

/** True for two names of one key: [release] is the first of [[release]]. */
bool is_same_key(const std::string& a, const std::string& b);

/** Applies the overrides and checks the settings. Throws InputError. */
void apply(const ScenarioOverrides& overrides, Scenario& scenario);

/** Finds a scenario by file or name, reads it and applies the overrides. Throws InputError, also for a key that
 *  overrides.set has twice. */
Scenario read_scenario(const std::string& name, const ScenarioOverrides& overrides);

}  // namespace sandbox
#endif
