#include "scenario/ground_places.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "common/error.h"
#include "scenario/ground_fields.h"
#include "scenario/rounding.h"

namespace sandbox {
namespace {

void add_raster(const FieldRaster& raster, GroundFields& fields) {
  std::vector<float>& target = fields.field(raster.field);
  fields.give_everywhere(raster.field);
  for (std::size_t i = 0; i < raster.values.size(); ++i) {
    // The terrain is a hole where the raster has no value: it is not used, but must be valid.
    if (!std::isnan(raster.values[i])) target[i] = raster.values[i];
  }
}

/** Where only one of the friction coefficients is a field, its rounding to float must not put mu_min above an equal
 * mu_max. */
void order_rounded_friction(const rf_ground& uniform, std::vector<std::vector<float>>& fields) {
  std::vector<float>&least = fields[RF_GROUND_MU_MIN], &most = fields[RF_GROUND_MU_MAX];
  for (std::size_t i = 0; most.empty() && i < least.size(); ++i) {
    const bool above = static_cast<double>(least[i]) > uniform.mu_max;
    if (above && least[i] == static_cast<float>(uniform.mu_max)) least[i] = std::nextafter(least[i], 0.0f);
  }
  for (std::size_t i = 0; least.empty() && i < most.size(); ++i) {
    const bool below = static_cast<double>(most[i]) < uniform.mu_min;
    if (below && most[i] == static_cast<float>(uniform.mu_min)) {
      most[i] = std::nextafter(most[i], std::numeric_limits<float>::infinity());
    }
  }
}

/** True if a message of rf_ground_check is about a friction coefficient, of which another table may give the other. */
bool names_friction(const std::string& message) {
  return message.find("mu_min") != std::string::npos || message.find("mu_max") != std::string::npos;
}

/** The last table with a polygon around the node that gives a friction coefficient; empty if there is none. */
std::string place_of_friction(const Scenario& scenario, const GroundFiles& files, std::size_t node) {
  const auto gives_friction = [](const PlaceValues& values) {
    return values.members.count(RF_GROUND_MU_MIN) + values.members.count(RF_GROUND_MU_MAX) != 0;
  };
  const auto contains = [&](const NodeSpan& span) { return span.begin <= node && node < span.end; };
  std::string found;
  for (std::size_t i = 0; i < scenario.soils.size(); ++i) {
    const SoilSpec& soil = scenario.soils[i];
    if (soil.is_class_raster()) continue;
    for (const SoilPlace& place : files.soils[i].places) {
      if (!gives_friction(with_numbers_of(soil, place.values))) continue;
      if (std::any_of(place.nodes.begin(), place.nodes.end(), contains)) found = soil.place;
    }
  }
  return found;
}

/** Gives the values of a soil to its nodes. @param warnings  those of the soil are added */
void add_soil(const SoilSpec& soil, const SoilPlaces& found, const Raster& frame, GroundFields& fields,
              std::vector<std::string>& warnings) {
  warnings.insert(warnings.end(), found.warnings.begin(), found.warnings.end());
  for (const SoilPlace& place : found.places) fields.set(with_numbers_of(soil, place.values), place.nodes);
  if (!fields.hint.empty()) warnings.push_back(soil.place + ": " + fields.hint);
  fields.hint.clear();
  if (found.count > 0) return;
  warnings.push_back(soil.place + ": has no effect: it contains no node of the terrain, which covers " +
                     extent_text(frame));
}

}  // namespace

rf_ground covered(rf_ground ground, const std::map<std::int32_t, double>& covering) {
  for (const auto& [field, value] : covering) ground_member(ground, field) = value;
  return ground;
}

GroundPlaces make_ground_places(const Scenario& scenario, const GroundFiles& files, const Raster& frame,
                                const std::vector<double>& heights) {
  GroundPlaces places;
  places.fields.resize(RF_GROUND_FIELD_COUNT);
  if (files.rasters.empty() && files.soils.empty()) return places;
  GroundFields fields(scenario.ground.ground, heights.size());
  places.warnings = files.warnings;
  for (const FieldRaster& raster : files.rasters) add_raster(raster, fields);
  for (std::size_t i = 0; i < scenario.soils.size(); ++i) {
    add_soil(scenario.soils[i], files.soils[i], frame, fields, places.warnings);
  }
  places.covering = fields.take_covering(heights);
  order_rounded_friction(covered(scenario.ground.ground, places.covering), fields.result);
  fields.find_given(heights, places);
  places.fields = std::move(fields.result);
  places.presets = fields.presets_met(heights);
  return places;
}

void check_ground_places(const Scenario& scenario, const GroundFiles& files, const GroundPlaces& places,
                         const Raster& frame, const std::vector<double>& heights) {
  if (files.rasters.empty() && files.soils.empty()) return;
  const rf_ground uniform = covered(scenario.ground.ground, places.covering);
  for (std::size_t node = 0; node < heights.size(); ++node) {
    if (std::isnan(heights[node])) continue;
    rf_ground ground = uniform;
    for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
      const auto& values = places.fields[static_cast<std::size_t>(field)];
      if (!values.empty()) ground_member(ground, field) = static_cast<double>(values[node]);
    }
    rf_error error{};
    if (rf_ground_check(&ground, &error) == RF_OK) continue;
    std::string file = scenario.file.string();
    for (const auto& [field, name] : scenario.ground.fields) {
      if (std::string(error.text).find(rf_ground_field_name(field)) != std::string::npos) file = name.string();
    }
    if (names_friction(error.text)) {
      const std::string place = place_of_friction(scenario, files, node);
      if (!place.empty()) file = place;
    }
    throw InputError(file + ": at " + node_text(frame, node) + ": " + error.text);
  }
}

}  // namespace sandbox
