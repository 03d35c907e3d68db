// Overrides of a scenario as JSON, for recordings, parts of campaigns and summaries.
#ifndef ROCKFALL_SANDBOX_RUN_OVERRIDES_JSON_H
#define ROCKFALL_SANDBOX_RUN_OVERRIDES_JSON_H

#include <nlohmann/json.hpp>

#include "scenario/overrides.h"

namespace sandbox {

/** An object with a key for every member: null for those that are absent. */
nlohmann::ordered_json json_of(const ScenarioOverrides& overrides);

/** Reads json_of(); other keys are ignored. Throws nlohmann::json::exception. */
ScenarioOverrides overrides_of(const nlohmann::ordered_json& json);

}  // namespace sandbox
#endif
