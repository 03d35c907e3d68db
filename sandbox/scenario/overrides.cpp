#include "scenario/overrides.h"

#include "common/error.h"

namespace sandbox {

void apply(const ScenarioOverrides& overrides, Scenario& scenario) {
  if (!overrides.model.empty()) scenario.settings.model = model_by_name(overrides.model);
  if (!overrides.scheme.empty()) scenario.settings.scheme = scheme_by_name(overrides.scheme);
  if (overrides.rocks) scenario.rock_count = *overrides.rocks;
  if (overrides.seed) scenario.seed = *overrides.seed;
  if (overrides.time_step) scenario.settings.time_step = *overrides.time_step;
  rf_error error{};
  if (rf_settings_check(&scenario.settings, &error) != RF_OK) throw InputError(error.text);
}

Scenario read_scenario(const std::string& name, const ScenarioOverrides& overrides) {
  Scenario scenario = read_scenario(find_scenario(name));
  apply(overrides, scenario);
  return scenario;
}

}  // namespace sandbox
