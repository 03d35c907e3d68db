#include "scenario/ground_use.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/text.h"

namespace sandbox {
namespace {

constexpr const char* given_by_place = "[ground.fields], [[soil]] or [[forest]] give it everywhere";

const FitSpec* scatter_of(const Scenario& scenario, std::int32_t field) {
  const auto found = std::find_if(scenario.scatter.begin(), scenario.scatter.end(),
                                  [&](const FitSpec& bounds) { return bounds.field == field; });
  return found == scenario.scatter.end() ? nullptr : &*found;
}

bool is_of_layer(std::int32_t field) { return field == RF_GROUND_LAYER_DRAG || field == RF_GROUND_LAYER_HEIGHT; }

bool is_relief(std::int32_t field) { return field >= RF_GROUND_ROUGHNESS_70 && field <= RF_GROUND_ROUGHNESS_10; }

/** Smallest and largest value that a member of rf_ground can have for a rock. */
std::pair<double, double> range_of(const Scenario& scenario, const BuiltScene& built, std::int32_t field) {
  if (const FitSpec* bounds = scatter_of(scenario, field)) return {bounds->from, bounds->to};
  rf_ground uniform = built.ground();
  const rf_grid& grid = built.grid();
  const float* values = grid.fields[field];
  if (values == nullptr) return {ground_member(uniform, field), ground_member(uniform, field)};
  std::pair<double, double> range(HUGE_VAL, -HUGE_VAL);
  for (std::size_t node = 0; node < std::size_t{grid.columns} * grid.rows; ++node) {
    if (std::isnan(grid.heights_f64[node])) continue;
    range.first = std::min(range.first, static_cast<double>(values[node]));
    range.second = std::max(range.second, static_cast<double>(values[node]));
  }
  return range;
}

/** True if a member of rf_ground is 0 at every place and for every rock. */
bool is_zero_everywhere(const Scenario& scenario, const BuiltScene& built, std::int32_t field) {
  return range_of(scenario, built, field).second == 0;
}

/** Members of rf_ground of which at least one must not be 0. */
using OneOf = std::vector<std::int32_t>;

/** All that must not be 0 for a member of rf_ground to have an effect. */
std::vector<OneOf> needed_by(std::int32_t field) {
  switch (field) {
    case RF_GROUND_SOIL_DRAG:
      return {{RF_GROUND_SOIL_STRENGTH}, {RF_GROUND_SOIL_DENSITY}};
    case RF_GROUND_SOIL_DENSITY:
      return {{RF_GROUND_SOIL_STRENGTH}, {RF_GROUND_SOIL_DRAG}};
    case RF_GROUND_SOIL_DRAG_ROTATION:
      return {{RF_GROUND_SOIL_STRENGTH}, {RF_GROUND_SOIL_DRAG}, {RF_GROUND_SOIL_DENSITY}};
    case RF_GROUND_CONTACT_DRAG_HEIGHT:
      return {{RF_GROUND_CONTACT_DRAG}};
    case RF_GROUND_LAYER_DRAG:
    case RF_GROUND_LAYER_DRAG_ROTATION:
      return {{RF_GROUND_LAYER_HEIGHT}};
    case RF_GROUND_LAYER_HEIGHT:
      return {{RF_GROUND_LAYER_DRAG, RF_GROUND_LAYER_DRAG_ROTATION}};
    case RF_GROUND_RESTITUTION_THRESHOLD:
      return {{RF_GROUND_RESTITUTION_NORMAL, RF_GROUND_RESTITUTION_TANGENTIAL}};
    case RF_GROUND_MU_MAX:
    case RF_GROUND_BETA:
      return {{RF_GROUND_KAPPA}};
    default:
      return {};
  }
}

std::string names_of(const OneOf& fields) {
  std::string names;
  for (const std::int32_t field : fields)
    names += (names.empty() ? "" : " or ") + std::string(rf_ground_field_name(field));
  return names;
}

/** True if mu_max is nowhere above mu_min. */
bool is_friction_constant(const Scenario& scenario, const BuiltScene& built) {
  return range_of(scenario, built, RF_GROUND_MU_MAX).second <= range_of(scenario, built, RF_GROUND_MU_MIN).first;
}

/** Warning of what happens to scattered friction coefficients in the wrong order (see ScatteredGround); empty if the
 * order cannot be wrong. */
std::string friction_warning(const Scenario& scenario, const BuiltScene& built) {
  if (scatter_of(scenario, RF_GROUND_MU_MIN) == nullptr && scatter_of(scenario, RF_GROUND_MU_MAX) == nullptr) return "";
  if (!unused_in(scenario, RF_GROUND_MU_MIN).empty()) return "";
  const double above = range_of(scenario, built, RF_GROUND_MU_MIN).second;
  const double below = range_of(scenario, built, RF_GROUND_MU_MAX).first;
  // Fields are rounded to float.
  if (!(static_cast<float>(above) > static_cast<float>(below))) return "";
  return "scatter: mu_min can be " + format_number(above, 6) + " where mu_max is " + format_number(below, 6) +
         "; mu_max is then raised to mu_min";
}

}  // namespace

std::string unused_by_model(std::int32_t model) {
  return std::string("the model ") + rf_model_name(model) + " does not use it";
}

std::string unused_in(const Scenario& scenario, std::int32_t field) {
  if (is_relief(field)) return scenario.roughness ? "" : "there is no table [roughness]";
  if (field == RF_GROUND_SOIL_DRAG_ROTATION && scenario.settings.soil_law != RF_SOIL_DRAG_AT_S) {
    return std::string("the soil law ") + rf_soil_law_name(scenario.settings.soil_law) + " does not use it";
  }
  const bool of_legacy = field >= RF_GROUND_ROCFALL_RESTITUTION_NORMAL;
  const bool legacy = scenario.settings.model != RF_MODEL_HARD_CONTACT;
  const bool caps = scenario.settings.model != RF_MODEL_ROCFALL_LUMPED;
  if (of_legacy == legacy && (caps || field != RF_GROUND_ROCFALL_IMPULSE_CAP)) return "";
  return unused_by_model(scenario.settings.model);
}

std::string replaced_or_unused_in(const Scenario& scenario, std::int32_t field) {
  return scatter_of(scenario, field) != nullptr ? "[scatter] draws it for each rock" : unused_in(scenario, field);
}

std::string unused_because(const Scenario& scenario, const BuiltScene& built, std::int32_t field) {
  const std::string by_scenario = replaced_or_unused_in(scenario, field);
  if (!by_scenario.empty()) return by_scenario;
  if (built.ground_given_everywhere(field)) return given_by_place;
  return "";
}

std::string without_effect(const Scenario& scenario, const BuiltScene& built, std::int32_t field,
                           const std::set<std::int32_t>& varied) {
  for (const OneOf& needed : needed_by(field)) {
    const bool missing = std::all_of(needed.begin(), needed.end(), [&](std::int32_t other) {
      return varied.count(other) == 0 && is_zero_everywhere(scenario, built, other);
    });
    if (missing) return "without " + names_of(needed) + " it has no effect";
  }
  const bool of_growth = field == RF_GROUND_KAPPA || field == RF_GROUND_BETA;
  const bool varied_friction = varied.count(RF_GROUND_MU_MIN) + varied.count(RF_GROUND_MU_MAX) != 0;
  if (of_growth && !varied_friction && is_friction_constant(scenario, built)) {
    return "where mu_max is mu_min it has no effect";
  }
  return "";
}

std::vector<std::string> ground_warnings(const Scenario& scenario, const BuiltScene& built) {
  std::vector<std::string> warnings;
  const auto warn = [&](const std::string& place, const std::string& why) {
    warnings.push_back(place + ": has no effect: " + why);
  };
  const GroundSpec& ground = scenario.ground;
  if (!ground.preset_place.empty() && !built.uniform_ground_is_met()) warn(ground.preset_place, given_by_place);
  std::set<std::int32_t> varied = scenario.swept;
  for (const FitSpec& fit : scenario.fits) varied.insert(fit.field);
  const auto unneeded = [&](std::int32_t field) -> std::string {
    if (varied.count(field) != 0 || !unused_in(scenario, field).empty()) return "";
    return without_effect(scenario, built, field, varied);
  };
  for (const auto& [field, place] : ground.places) {
    if (built.ground_given_everywhere(field)) {
      warn(place, given_by_place);
    } else if (ground_member(ground.ground, field) > 0 && !is_of_layer(field)) {  // unused_keys() has those
      const std::string why = unneeded(field);
      if (!why.empty()) warnings.push_back(place + ": " + why);
    }
  }
  for (const auto& [field, file] : ground.fields) {
    const std::string why = unneeded(field);
    if (!why.empty()) warnings.push_back("ground.fields." + std::string(rf_ground_field_name(field)) + ": " + why);
  }
  return warnings;
}

std::string soil_law_warning(const Scenario& scenario, const BuiltScene& built) {
  const std::int32_t law = scenario.settings.soil_law;
  if (law == RF_SOIL_DRAG_AT_S || scenario.settings.model != RF_MODEL_HARD_CONTACT) return "";
  if (is_zero_everywhere(scenario, built, RF_GROUND_SOIL_STRENGTH)) return "";
  return std::string("settings.soil_law: ") + rf_soil_law_name(law) +
         " is for single impacts; on slopes rocks speed up without end, and the presets are calibrated with " +
         rf_soil_law_name(RF_SOIL_DRAG_AT_S);
}

std::vector<std::string> scatter_warnings(const Scenario& scenario, const BuiltScene& built) {
  std::vector<std::string> warnings;
  std::set<std::int32_t> fitted;
  for (const FitSpec& fit : scenario.fits) fitted.insert(fit.field);
  for (const FitSpec& bounds : scenario.scatter) {
    const std::string unused = unused_in(scenario, bounds.field);
    const std::string reason =
        unused.empty() ? without_effect(scenario, built, bounds.field, fitted) : "has no effect: " + unused;
    if (!reason.empty()) warnings.push_back(bounds.place + ": " + reason);
  }
  const std::string friction = friction_warning(scenario, built);
  if (!friction.empty()) warnings.push_back(friction);
  return warnings;
}

}  // namespace sandbox
