// The text form of a ground parameter to be fitted, and checks of its values.
#include <cmath>
#include <optional>

#include "common/error.h"
#include "common/range_text.h"
#include "common/text.h"
#include "scenario/scenario.h"

namespace sandbox {
namespace {

std::vector<std::string> field_names() {
  std::vector<std::string> names;
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) names.emplace_back(rf_ground_field_name(field));
  return names;
}

std::int32_t field_by_name(const std::string& name) {
  if (const std::optional<std::int32_t> field = ground_field_of(name)) return *field;
  const std::vector<std::string> names = field_names();
  throw InputError("'" + shortened(name) + "' is not a ground parameter; " + meant_text(name, names) +
                   "they are: " + join(names));
}

}  // namespace

void check_ground_value(std::int32_t field, double value) {
  rf_ground ground = rf_default_ground();
  ground_member(ground, field) = value;
  // The one bound between two members: mu_min <= mu_max.
  if (field == RF_GROUND_MU_MIN) ground.mu_max = std::fmax(ground.mu_max, value);
  if (field == RF_GROUND_MU_MAX) ground.mu_min = std::fmin(ground.mu_min, std::fmax(value, 0.0));
  rf_error error{};
  if (rf_ground_check(&ground, &error) != RF_OK) throw InputError(error.text);
}

std::string unit_hint(std::int32_t field, double value) {
  const auto unusual = [&](const char* usual) {
    return std::string(rf_ground_field_name(field)) + " is " + format_number(value, 6) + "; usual values are " + usual;
  };
  if (field == RF_GROUND_SOIL_STRENGTH && value > 0 && (value < 0.01 || value > 5e8)) return unusual("1e6 to 1e8 Pa");
  if (field == RF_GROUND_SOIL_DRAG && value > 50) return unusual("1 to 6");
  if (field == RF_GROUND_SOIL_DENSITY && value > 4000) return unusual("100 to 2500 kg/m3");
  const bool strength = field == RF_GROUND_SOIL_STRENGTH && value >= 0.01 && value < 1e5;
  const bool density = field == RF_GROUND_SOIL_DENSITY && value >= 0.01 && value < 8;  // snow has 50 kg/m3 and more
  if (!strength && !density) return "";
  const bool mega = strength && value < 500;
  const std::string given = format_number(value, 6);
  return std::string(rf_ground_field_name(field)) + " is " + given + (strength ? " Pa" : " kg/m3") + "; is " +
         format_number(value * (mega ? 1e6 : 1e3), 6) + " meant (" + given +
         (density ? " t/m3)?" : (mega ? " MPa)?" : " kPa)?"));
}

FitSpec parse_fit_bounds(const std::string& field, const std::string& bounds) {
  const std::int32_t number = field_by_name(field);
  const std::optional<RangeText> range = parse_range(bounds);
  if (!range || !range->others.empty()) {
    throw InputError("the bounds of " + field + " must be FROM:TO or FROM:TO:log, not '" + shortened(bounds) + "'");
  }
  const std::string fault = fault_of(*range);
  if (!fault.empty()) throw InputError("the bounds of " + field + ", '" + shortened(bounds) + "': " + fault);
  FitSpec fit;
  fit.field = number;
  fit.from = range->from;
  fit.to = range->to;
  fit.logarithmic = range->logarithmic;
  check_ground_value(fit.field, fit.from);
  check_ground_value(fit.field, fit.to);
  return fit;
}

FitSpec parse_fit(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    throw InputError("--fit must be ground.FIELD=FROM:TO or ground.FIELD=FROM:TO:log (of a soil: soil.0.FIELD=...), " +
                     ("not '" + shortened(text) + "'"));
  }
  const std::string name = text.substr(0, equals), bounds = text.substr(equals + 1);
  const std::vector<std::string> parts = split_at(name, '.');
  if (parts.size() == 1 || (parts.size() == 2 && parts[0] == "ground")) return parse_fit_bounds(parts.back(), bounds);
  double number = 0;
  const bool of_soil = parts.size() == 3 && parts[0] == "soil" && parse_number(parts[1], number) && number >= 0 &&
                       number < 1e9 && number == std::floor(number);
  if (!of_soil) {
    throw InputError("--fit " + shortened(name) + ": only numbers of [ground] and of a [[soil]] (soil.0.FIELD, ...) " +
                     "can be fitted: " + join(field_names()));
  }
  try {
    FitSpec fit = parse_fit_bounds(parts.back(), bounds);
    fit.soil = static_cast<std::size_t>(number);
    return fit;
  } catch (const InputError& error) {
    throw InputError("--fit " + name + ": " + error.what());
  }
}

}  // namespace sandbox
