#include <rockfall/ground.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "common/error.h"
#include "common/json_text.h"
#include "common/text.h"
#include "scenario/ground_unit.h"
#include "scenario/scenario.h"

namespace sandbox {
namespace {

rf_number_source source_of(const rf_ground_preset& preset, std::int32_t field) {
  rf_number_source source{};
  if (rf_ground_preset_source(preset.name, field, &source) != RF_OK) {
    throw RunError(std::string("ground: no source of ") + rf_ground_field_name(field) + " of " + preset.name);
  }
  return source;
}

const char* status_of(const rf_ground_preset& preset, std::int32_t field) {
  switch (source_of(preset, field).status) {
    case RF_NUMBER_CONFIRMED:
      return "confirmed";
    case RF_NUMBER_CALIBRATED:
      return "calibrated";
    default:
      return "assumed";
  }
}

double value_of(const rf_ground_preset& preset, std::int32_t field) { return ground_member(preset.ground, field); }

void print_preset(const rf_ground_preset& preset, std::ostream& out) {
  out << preset.name << ": " << preset.description << "\n";
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    out << "  " << pad_right(rf_ground_field_name(field), 31) << "  "
        << pad_left(format_number(value_of(preset, field), 6), 10) << "  " << pad_right(ground_unit(field), 8) << "  "
        << pad_right(status_of(preset, field), 10) << "  " << source_of(preset, field).source << "\n";
  }
  out << "\n";
}

/** A Markdown table with a row per preset, without the members of the legacy models and those that are 0 in all. */
void print_markdown(const std::vector<const rf_ground_preset*>& presets, std::ostream& out) {
  std::vector<std::int32_t> fields;
  for (std::int32_t field = 0; field < RF_GROUND_ROCFALL_RESTITUTION_NORMAL; ++field) {
    const bool used = std::any_of(presets.begin(), presets.end(),
                                  [field](const rf_ground_preset* preset) { return value_of(*preset, field) != 0; });
    if (used) fields.push_back(field);
  }
  out << "| preset |";
  for (const std::int32_t field : fields) {
    const std::string unit = ground_unit(field);
    out << " `" << rf_ground_field_name(field) << "`" << (unit == "-" ? "" : ", " + unit) << " |";
  }
  out << "\n|---|";
  for (std::size_t i = 0; i < fields.size(); ++i) out << "---|";
  out << "\n";
  for (const rf_ground_preset* preset : presets) {
    out << "| `" << preset->name << "` |";
    for (const std::int32_t field : fields) {
      const std::string status = status_of(*preset, field);
      out << " " << format_number(value_of(*preset, field), 6) << " "
          << (status == "confirmed"    ? "C"
              : status == "calibrated" ? "K"
                                       : "A")
          << " |";
    }
    out << "\n";
  }
}

nlohmann::ordered_json json_of(const rf_ground_preset& preset) {
  nlohmann::ordered_json numbers = nlohmann::ordered_json::object();
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    numbers[rf_ground_field_name(field)] = {{"value", value_of(preset, field)},
                                            {"unit", ground_unit(field)},
                                            {"status", status_of(preset, field)},
                                            {"source", source_of(preset, field).source}};
  }
  return {{"name", preset.name}, {"description", preset.description}, {"numbers", std::move(numbers)}};
}

std::vector<const rf_ground_preset*> wanted(const std::string& name) {
  std::vector<const rf_ground_preset*> presets;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < rf_ground_preset_count(); ++i) {
    presets.push_back(rf_ground_preset_at(i));
    names.emplace_back(presets.back()->name);
  }
  if (name.empty()) return presets;
  const rf_ground_preset* found = rf_ground_preset_find(name.c_str());
  if (found == nullptr) {
    throw InputError("there is no ground preset '" + shortened(name) + "'; " + meant_text(name, names) +
                     "the presets are " + join(names));
  }
  return {found};
}

}  // namespace

void ground_command(const GroundArguments& arguments, std::ostream& out) {
  const std::vector<const rf_ground_preset*> presets = wanted(arguments.name);
  if (arguments.json) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const rf_ground_preset* preset : presets) all.push_back(json_of(*preset));
    out << json_text(all, 1) << "\n";
    return;
  }
  if (arguments.markdown) {
    print_markdown(presets, out);
    return;
  }
  for (const rf_ground_preset* preset : presets) print_preset(*preset, out);
}

}  // namespace sandbox
