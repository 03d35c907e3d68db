#include "scenario/ground_places.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "common/error.h"
#include "common/segment.h"
#include "common/text.h"
#include "scenario/ground_fields.h"
#include "scenario/rounding.h"

namespace sandbox {
namespace {

std::string node_text(const Raster& terrain, std::size_t node) {
  return position_text(terrain.x0 + static_cast<double>(node % terrain.columns) * terrain.cell_x,
                       terrain.y0 + static_cast<double>(node / terrain.columns) * terrain.cell_y);
}

enum class Values { classes, quantity };

/** A raster on the nodes of the terrain. Only quantities are interpolated and scaled.
 *  @param warnings  those of the file are added */
Raster on_terrain(const std::filesystem::path& file, const Raster& terrain, bool reproject, Values kind,
                  std::vector<std::string>& warnings) {
  Raster raster = read_raster(file);
  if (raster.scaled && kind == Values::classes) {
    throw InputError(file.string() + ": declares a scale or an offset, which numbers of classes do not have; remove " +
                     "them with gdal_translate -a_scale 1 -a_offset 0");
  }
  warnings.insert(warnings.end(), raster.warnings.begin(), raster.warnings.end());
  const bool same_system = may_be_same(raster.crs, terrain.crs);
  if (same_system && same_frame(raster, terrain)) return raster;
  if (reproject) return resample(raster, terrain, kind == Values::quantity);
  if (!same_system) {
    throw InputError(file.string() + ": its coordinate system is " + crs_name(raster.crs) + ", that of the terrain " +
                     crs_name(terrain.crs) + "; set reproject = true in [terrain] to convert it");
  }
  throw InputError(file.string() +
                   ": a ground field needs the same nodes as the terrain: " + std::to_string(terrain.columns) + " x " +
                   std::to_string(terrain.rows) + " of " + format_number(terrain.cell_x, 6) + " m from (" +
                   format_number(terrain.x0, 10) + ", " + format_number(terrain.y0, 10) + ") on, has " +
                   std::to_string(raster.columns) + " x " + std::to_string(raster.rows) + " of " +
                   format_number(raster.cell_x, 6) + " m from (" + format_number(raster.x0, 10) + ", " +
                   format_number(raster.y0, 10) + "); with reproject = true in [terrain] it is interpolated");
}

/** Calls visit(node) for every node of the terrain inside the polygon, row by row. */
void nodes_inside(const Raster& terrain, const Shape& polygon, const std::function<void(std::size_t)>& visit) {
  std::vector<const std::vector<Position>*> rings = {&polygon.points};
  for (const auto& hole : polygon.holes) rings.push_back(&hole);
  std::vector<double> crossings;
  for (std::uint32_t row = 0; row < terrain.rows; ++row) {
    const double y = terrain.y0 + row * terrain.cell_y;
    crossings.clear();
    for (const auto* ring : rings) {
      for (std::size_t i = 0, j = ring->size() - 1; i < ring->size(); j = i++) {
        const Position &a = (*ring)[i], &b = (*ring)[j];
        if (crosses_row(a, b, y)) crossings.push_back(crossing_of_row(a, b, y));
      }
    }
    std::sort(crossings.begin(), crossings.end());
    for (std::size_t k = 0; k + 1 < crossings.size(); k += 2) {
      const double from = std::ceil((crossings[k] - terrain.x0) / terrain.cell_x);
      const double to = std::floor((crossings[k + 1] - terrain.x0) / terrain.cell_x);
      for (double column = std::max(from, 0.0); column <= std::min(to, terrain.columns - 1.0); ++column) {
        visit(std::size_t{row} * terrain.columns + static_cast<std::size_t>(column));
      }
    }
  }
}

void add_preset(const std::string& name, PlaceValues& values) {
  rf_ground ground = ground_of_preset(name);
  values.preset = name;
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    values.members[field] = ground_member(ground, field);
  }
}

/** Values of a class: its name in the table of classes, else the name of a preset.
 *  @param place  of the class in the file, for a message; empty: unknown */
void add_class(const SoilSpec& soil, const std::string& name, const std::string& place, PlaceValues& values) {
  const auto found = soil.names.find(name);
  if (found != soil.names.end()) return add_preset(found->second, values);
  if (rf_ground_preset_find(name.c_str()) != nullptr) return add_preset(name, values);
  std::vector<std::string> known;
  for (const auto& [key, preset] : soil.names) known.push_back(key);
  throw InputError(soil.file.string() + ": the class '" + shortened(name) + "'" + place +
                   " is neither a ground preset nor in [soil.classes]" +
                   (known.empty() ? "" : ", which has: " + join(known)));
}

/** Values of a polygon: preset of the table, class of the polygon, numbers of the polygon, numbers of the table. */
PlaceValues values_of(const SoilSpec& soil, const Feature& feature, std::string& name) {
  PlaceValues values;
  name = soil.preset;
  if (!soil.preset.empty()) add_preset(soil.preset, values);
  if (!soil.attribute.empty()) {
    const auto found = feature.attributes.find(soil.attribute);
    if (found == feature.attributes.end()) {
      std::vector<std::string> names;
      for (const auto& attribute : feature.attributes) names.push_back(attribute.first);
      throw InputError(soil.file.string() + ": a feature has no attribute '" + soil.attribute + "'; it has " +
                       (names.empty() ? "none" : join(names, ", ")));
    }
    name = found->second;
    add_class(soil, name, "", values);
  }
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    const auto found = feature.attributes.find(rf_ground_field_name(field));
    if (found == feature.attributes.end()) continue;
    double value = 0;
    if (!parse_number(found->second, value)) {
      throw InputError(soil.file.string() + ": " + found->first + " is '" + shortened(found->second) +
                       "', not a number");
    }
    try {
      check_ground_value(field, value);
    } catch (const InputError& error) {
      throw InputError(soil.place + ": " + soil.file.string() + ": " + error.what());
    }
    values.members[field] = value;
  }
  for (const auto& [field, value] : soil.values) values.members[field] = value;
  return values;
}

bool is_raster(const std::filesystem::path& file) {
  try {
    read_raster(file);
  } catch (const InputError&) {
    return false;
  }
  return true;
}

VectorFile polygons_of(const SoilSpec& soil, const Scenario& scenario, const Raster& terrain) {
  VectorFile vectors;
  if (soil.file.empty()) {
    Shape shape;
    shape.kind = Shape::Kind::polygon;
    shape.points = soil.polygon;
    vectors.features.push_back({{shape}, {}});
    return vectors;
  }
  try {
    vectors = read_vectors(soil.file, soil.layer);
  } catch (const InputError& error) {
    const char* const advice = " (a raster of class numbers needs the table [soil.classes])";
    throw InputError(std::string(error.what()) + (is_raster(soil.file) ? advice : ""));
  }
  bring_to(terrain.crs, scenario.terrain.reproject, soil.file, vectors);
  return vectors;
}

/** Throws InputError where a soil of a file has neither preset nor numbers. */
[[noreturn]] void refuse_without_values(const SoilSpec& soil, const std::vector<Feature>& features) {
  std::set<std::string> names;
  for (const Feature& feature : features) {
    for (const auto& [name, value] : feature.attributes) names.insert(name);
  }
  throw InputError(soil.place + ": has no effect: no polygon of " + soil.file.string() +
                   " has a field with the name of a number of [ground], such as soil_strength; " +
                   (names.empty() ? "it has no fields" : "its fields are " + join({names.begin(), names.end()})) +
                   "; give attribute, preset or numbers of the ground");
}

/** @return the number of nodes inside */
std::size_t add_polygons(const SoilSpec& soil, const Scenario& scenario, const Raster& terrain, GroundFields& fields,
                         GroundPlaces& places) {
  std::size_t count = 0;
  bool has_values = false;
  const VectorFile vectors = polygons_of(soil, scenario, terrain);
  if (!vectors.warning.empty()) places.warnings.push_back(vectors.warning);
  const std::vector<Feature>& features = vectors.features;
  std::vector<bool> taken(terrain.values.size());
  std::size_t overlapping = 0;
  for (const Feature& feature : features) {
    std::string name;
    const PlaceValues values = values_of(soil, feature, name);
    has_values = has_values || !values.members.empty();
    if (name.empty() && soil.values.count(RF_GROUND_LAYER_DRAG) != 0) name = "forest";
    for (const Shape& shape : feature.shapes) {
      if (shape.kind != Shape::Kind::polygon) {
        throw InputError(soil.file.string() + ": has lines or points; a soil needs polygons");
      }
      std::vector<std::size_t> nodes;
      nodes_inside(terrain, shape, [&](std::size_t node) { nodes.push_back(node); });
      fields.set(values, nodes);
      places.areas.push_back({name, shape});
      count += nodes.size();
      for (const std::size_t node : nodes) {
        if (taken[node]) ++overlapping;
        taken[node] = true;
      }
    }
  }
  // Polygons that touch have the nodes on their common edge both.
  if (20 * overlapping > count) {
    places.warnings.push_back((soil.file.empty() ? soil.place : soil.file.string()) + ": " +
                              counted(overlapping, "node") + " of " + std::to_string(count) +
                              " in several polygons; of those of one file the last one counts");
  }
  if (!has_values) refuse_without_values(soil, features);
  return count;
}

/** A raster of class numbers with the table [soil.classes].
 *  @return the number of nodes with a class */
std::size_t add_class_raster(const SoilSpec& soil, const Scenario& scenario, const Raster& terrain,
                             GroundFields& fields, std::vector<std::string>& warnings) {
  const Raster raster = on_terrain(soil.file, terrain, scenario.terrain.reproject, Values::classes, warnings);
  std::map<double, std::vector<std::size_t>> nodes;
  std::size_t count = 0;
  for (std::size_t i = 0; i < raster.values.size(); ++i) {
    if (!std::isnan(raster.values[i])) nodes[raster.values[i]].push_back(i);
  }
  for (const auto& [number, places] : nodes) {
    PlaceValues values;
    add_class(soil, format_number(number), " at " + node_text(terrain, places.front()), values);
    for (const auto& [field, value] : soil.values) values.members[field] = value;
    fields.set(values, places);
    count += places.size();
  }
  return count;
}

void add_raster(std::int32_t field, const std::filesystem::path& file, const Scenario& scenario, const Raster& terrain,
                GroundFields& fields, std::vector<std::string>& warnings) {
  const Raster raster = on_terrain(file, terrain, scenario.terrain.reproject, Values::quantity, warnings);
  std::vector<float>& target = fields.field(field);
  fields.give_everywhere(field);
  double largest = 0;
  for (std::size_t i = 0; i < raster.values.size(); ++i) {
    if (std::isnan(raster.values[i]) && !std::isnan(terrain.values[i])) {
      throw InputError(file.string() + ": no value where the terrain has ground, at " + node_text(terrain, i));
    }
    // The terrain is a hole there: the value is not used, but must be valid.
    if (!std::isnan(raster.values[i])) target[i] = rounded_to_field(raster.values[i]);
    if (!std::isnan(terrain.values[i])) largest = std::max(largest, static_cast<double>(raster.values[i]));
  }
  const std::string hint = unit_hint(field, largest);
  if (!hint.empty()) warnings.push_back(file.string() + ": the largest " + hint);
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
std::string place_of_friction(const Scenario& scenario, const Raster& terrain, std::size_t node) {
  std::string place, name;
  for (const SoilSpec& soil : scenario.soils) {
    if (soil.is_class_raster()) continue;
    for (const Feature& feature : polygons_of(soil, scenario, terrain).features) {
      const PlaceValues values = values_of(soil, feature, name);
      if (values.members.count(RF_GROUND_MU_MIN) + values.members.count(RF_GROUND_MU_MAX) == 0) continue;
      for (const Shape& shape : feature.shapes) {
        nodes_inside(terrain, shape, [&](std::size_t inside) {
          if (inside == node) place = soil.place;
        });
      }
    }
  }
  return place;
}

/** Throws InputError for values out of range. */
void check(const Scenario& scenario, const Raster& terrain, const rf_ground& uniform,
           const std::vector<std::vector<float>>& fields) {
  for (std::size_t node = 0; node < terrain.values.size(); ++node) {
    if (std::isnan(terrain.values[node])) continue;
    rf_ground ground = uniform;
    for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
      const auto& values = fields[static_cast<std::size_t>(field)];
      if (!values.empty()) ground_member(ground, field) = static_cast<double>(values[node]);
    }
    rf_error error{};
    if (rf_ground_check(&ground, &error) == RF_OK) continue;
    std::string file = scenario.file.string();
    for (const auto& [field, name] : scenario.ground.fields) {
      if (std::string(error.text).find(rf_ground_field_name(field)) != std::string::npos) file = name.string();
    }
    if (names_friction(error.text)) {
      const std::string place = place_of_friction(scenario, terrain, node);
      if (!place.empty()) file = place;
    }
    throw InputError(file + ": at " + node_text(terrain, node) + ": " + error.text);
  }
}

}  // namespace

rf_ground covered(rf_ground ground, const std::map<std::int32_t, double>& covering) {
  for (const auto& [field, value] : covering) ground_member(ground, field) = value;
  return ground;
}

GroundPlaces read_ground_places(const Scenario& scenario, const Raster& terrain) {
  GroundPlaces places;
  places.fields.resize(RF_GROUND_FIELD_COUNT);
  if (scenario.ground.fields.empty() && scenario.soils.empty()) return places;
  GroundFields fields(scenario.ground.ground, terrain.values.size());
  for (const auto& [field, file] : scenario.ground.fields) {
    add_raster(field, file, scenario, terrain, fields, places.warnings);
  }
  for (const SoilSpec& soil : scenario.soils) {
    const std::size_t nodes = soil.is_class_raster()
                                  ? add_class_raster(soil, scenario, terrain, fields, places.warnings)
                                  : add_polygons(soil, scenario, terrain, fields, places);
    if (!fields.hint.empty()) places.warnings.push_back(soil.place + ": " + fields.hint);
    fields.hint.clear();
    if (nodes > 0) continue;
    places.warnings.push_back(soil.place + ": has no effect: it contains no node of the terrain, which covers " +
                              extent_text(terrain));
  }
  places.covering = fields.take_covering(terrain);
  const rf_ground uniform = covered(scenario.ground.ground, places.covering);
  order_rounded_friction(uniform, fields.result);
  check(scenario, terrain, uniform, fields.result);
  fields.find_given(terrain, places);
  places.fields = std::move(fields.result);
  places.presets = fields.presets_met(terrain);
  return places;
}

}  // namespace sandbox
