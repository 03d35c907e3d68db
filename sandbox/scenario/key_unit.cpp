#include "scenario/key_unit.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "common/text.h"
#include "scenario/ground_unit.h"
#include "scenario/scenario.h"

namespace sandbox {
namespace {

struct KeyUnit {
  std::string_view table, key, unit;
};

// Units of all keys that have one, except the parameters of the ground: ground_unit() returns theirs.
constexpr KeyUnit units[] = {
    {"rock", "mass", "kg"},          {"rock", "density", "kg/m3"},    {"release", "height", "m"},
    {"release", "height_min", "m"},  {"release", "height_max", "m"},  {"release", "slope_min", "deg"},
    {"release", "slope_max", "deg"}, {"roughness", "spacing", "m"},   {"settings", "time_step", "s"},
    {"settings", "time_limit", "s"}, {"settings", "stop_time", "s"},  {"settings", "stop_speed", "m/s"},
    {"settings", "gravity", "m/s2"}, {"terrain", "slope_deg", "deg"}, {"terrain", "slope_length", "m"},
    {"terrain", "head_length", "m"}, {"terrain", "flat_length", "m"}, {"terrain", "width", "m"},
    {"terrain", "cell", "m"},        {"terrain", "roughness", "m"},
};

std::string unit_of(std::string_view table, std::string_view name) {
  if (table == "ground" || table == "soil") {
    const std::optional<std::int32_t> field = ground_field_of(std::string(name));
    const std::string unit = field ? ground_unit(*field) : "-";
    return unit == "-" ? "" : unit;
  }
  for (const KeyUnit& entry : units) {
    if (entry.table == table && entry.key == name) return std::string(entry.unit);
  }
  return "";
}

}  // namespace

std::string key_with_unit(const std::string& key) {
  const std::vector<std::string> path = split_at(key, '.');
  const std::string unit = unit_of(path.front(), path.back());
  return unit.empty() ? key : key + ", " + unit;
}

}  // namespace sandbox
