#include "run/overrides_json.h"

namespace sandbox {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json nullable(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <class Value>
void read(const Json& json, const char* key, std::optional<Value>& value) {
  if (!json.at(key).is_null()) value = json.at(key).get<Value>();
}

}  // namespace

Json json_of(const ScenarioOverrides& overrides) {
  return Json{{"model", overrides.model},
              {"scheme", overrides.scheme},
              {"rocks", nullable(overrides.rocks)},
              {"seed", nullable(overrides.seed)},
              {"time_step", nullable(overrides.time_step)},
              {"set", overrides.set}};
}

ScenarioOverrides overrides_of(const Json& json) {
  ScenarioOverrides overrides;
  overrides.model = json.at("model");
  overrides.scheme = json.at("scheme");
  read(json, "rocks", overrides.rocks);
  read(json, "seed", overrides.seed);
  read(json, "time_step", overrides.time_step);
  overrides.set = json.at("set").get<std::vector<std::string>>();
  return overrides;
}

}  // namespace sandbox
