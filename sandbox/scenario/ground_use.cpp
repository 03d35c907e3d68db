#include "scenario/ground_use.h"

#include <algorithm>

namespace sandbox {

std::string unused_because(const Scenario& scenario, const BuiltScene& built, std::int32_t field) {
  const bool scattered = std::any_of(scenario.scatter.begin(), scenario.scatter.end(),
                                     [&](const FitSpec& bounds) { return bounds.field == field; });
  if (scattered) return "[scatter] draws it for each rock";
  const bool relief = field >= RF_GROUND_ROUGHNESS_70 && field <= RF_GROUND_ROUGHNESS_10;
  if (relief && !scenario.roughness) return "there is no table [roughness]";
  const bool of_legacy = field >= RF_GROUND_ROCFALL_RESTITUTION_NORMAL;
  const bool legacy = scenario.settings.model != RF_MODEL_HARD_CONTACT;
  if (!relief && of_legacy != legacy) {
    return std::string("the model ") + rf_model_name(scenario.settings.model) + " does not use it";
  }
  if (built.ground_given_everywhere(field)) return "[ground.fields], [[soil]] or [[forest]] give it everywhere";
  return "";
}

}  // namespace sandbox
