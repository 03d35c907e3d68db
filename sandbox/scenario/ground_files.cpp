#include "scenario/ground_files.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "common/error.h"
#include "common/segment.h"
#include "common/text.h"
#include "scenario/rounding.h"

namespace sandbox {
namespace {

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
  const std::string warning = warning_of_unknown(terrain.crs, raster.crs, file.string());
  if (!warning.empty()) warnings.push_back(warning);
  const bool same_system = may_be_same(raster.crs, terrain.crs);
  if (same_system && same_frame(raster, terrain)) return raster;
  if (reproject) return kind == Values::quantity ? interpolated_on(terrain, raster) : nearest_on(terrain, raster);
  if (!same_system) {
    throw InputError(file.string() + ": its coordinate system is " + crs_name(raster.crs) + ", that of the terrain " +
                     crs_name(terrain.crs) + "; set reproject = true in [terrain] to convert it");
  }
  throw InputError(file.string() +
                   ": a raster of ground needs the same nodes as the terrain: " + std::to_string(terrain.columns) +
                   " x " + std::to_string(terrain.rows) + " of " + format_number(terrain.cell_x, 6) + " m from (" +
                   format_number(terrain.x0, 10) + ", " + format_number(terrain.y0, 10) + ") on, has " +
                   std::to_string(raster.columns) + " x " + std::to_string(raster.rows) + " of " +
                   format_number(raster.cell_x, 6) + " m from (" + format_number(raster.x0, 10) + ", " +
                   format_number(raster.y0, 10) + "); with reproject = true in [terrain] " +
                   (kind == Values::quantity ? "it is interpolated" : "each node has the nearest class"));
}

/** The nodes of the terrain inside the polygon, row by row. */
std::vector<NodeSpan> nodes_inside(const Raster& terrain, const Shape& polygon) {
  std::vector<NodeSpan> nodes;
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
    const std::size_t first = std::size_t{row} * terrain.columns;
    for (std::size_t k = 0; k + 1 < crossings.size(); k += 2) {
      const double from = std::max(std::ceil((crossings[k] - terrain.x0) / terrain.cell_x), 0.0);
      const double to = std::min(std::floor((crossings[k + 1] - terrain.x0) / terrain.cell_x), terrain.columns - 1.0);
      if (!(from <= to)) continue;
      nodes.push_back({first + static_cast<std::size_t>(from), first + static_cast<std::size_t>(to) + 1});
    }
  }
  return nodes;
}

void add_preset(const std::string& name, PlaceValues& values) {
  rf_ground ground = ground_of_preset(name);
  values.preset = name;
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    values.members[field] = ground_member(ground, field);
  }
}

/** What to do where a text of a file is not UTF-8, for the end of a message. */
std::string remedy_of_encoding(const std::string& text) {
  if (is_utf8(text)) return "";
  return "; not UTF-8: a Shapefile needs a file .cpg with the name of its encoding, as ISO-8859-1";
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
                   (known.empty() ? "" : ", which has: " + join(known)) + remedy_of_encoding(name));
}

std::string fields_text(const std::vector<std::string>& fields) {
  return fields.empty() ? "it has no fields" : "its fields: " + join(fields) + remedy_of_encoding(join(fields));
}

/** Throws InputError unless the polygons have the attribute of the table. */
void need_attribute(const SoilSpec& soil, const std::vector<std::string>& fields) {
  if (soil.attribute.empty() || std::count(fields.begin(), fields.end(), soil.attribute) != 0) return;
  throw InputError(soil.file.string() + ": there is no field '" + soil.attribute + "'; " + fields_text(fields));
}

/** Warnings of fields that hardly are meant to have no effect: their names are those of numbers of the ground but for
 * capitals, or for the letters that a Shapefile cuts off. */
std::vector<std::string> warnings_of_fields(const SoilSpec& soil, const std::vector<std::string>& fields) {
  constexpr std::size_t most_letters = 10;
  std::vector<std::string> warnings;
  for (const std::string& field : fields) {
    std::vector<std::string> meant;
    bool cut = false;
    for (std::int32_t i = 0; i < RF_GROUND_FIELD_COUNT && field != soil.attribute; ++i) {
      const std::string name = rf_ground_field_name(i);
      if (field == name) break;
      const bool same = lower(field) == name;
      const bool begins = field.size() == most_letters && name.compare(0, most_letters, lower(field)) == 0;
      if ((same || begins) && soil.values.count(i) == 0) meant.push_back(name);
      cut = cut || (begins && !same);
    }
    if (meant.empty()) continue;
    warnings.push_back(soil.file.string() + ": the field '" + field + "' has no effect: " +
                       (meant.size() == 1 ? "the number of the ground is " : "numbers of the ground are ") +
                       join(meant) + (cut ? "; a Shapefile cuts names after 10 letters: use GeoPackage" : ""));
  }
  return warnings;
}

/** Values of a polygon: preset of the table, class of the polygon, numbers of the polygon. @param name  is set */
PlaceValues values_of(const SoilSpec& soil, const Feature& feature, std::string& name) {
  PlaceValues values;
  name = soil.preset;
  if (!soil.preset.empty()) add_preset(soil.preset, values);
  if (!soil.attribute.empty()) {
    const auto found = feature.attributes.find(soil.attribute);
    if (found == feature.attributes.end()) {
      throw InputError(soil.file.string() + ": " + name_of(feature) + ": '" + soil.attribute + "' has no value");
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
[[noreturn]] void refuse_without_values(const SoilSpec& soil, const std::vector<std::string>& fields) {
  throw InputError(soil.place + ": has no effect: no polygon of " + soil.file.string() +
                   " has a number in a field with the name of a number of [ground], such as soil_strength; " +
                   fields_text(fields) + "; give attribute, preset or numbers of the ground");
}

/** Counts the nodes of a soil, and those that several of its polygons have. */
class Overlap {
 public:
  explicit Overlap(std::size_t nodes) : in_any_(nodes), in_several_(nodes) {}

  void add(const std::vector<NodeSpan>& nodes) {
    for (const NodeSpan& span : nodes) {
      for (std::size_t node = span.begin; node < span.end; ++node) {
        if (!in_any_[node]) {
          in_any_[node] = true;
          ++nodes_;
        } else if (!in_several_[node]) {
          in_several_[node] = true;
          ++several_;
        }
      }
    }
  }
  std::size_t nodes() const { return nodes_; }
  std::size_t in_several() const { return several_; }

 private:
  std::vector<bool> in_any_, in_several_;
  std::size_t nodes_ = 0, several_ = 0;
};

std::size_t count_of(const std::vector<NodeSpan>& nodes) {
  std::size_t count = 0;
  for (const NodeSpan& span : nodes) count += span.end - span.begin;
  return count;
}

/** @param areas  the polygons are added */
SoilPlaces read_polygons(const SoilSpec& soil, const Scenario& scenario, const Raster& terrain,
                         std::vector<GroundArea>& areas) {
  SoilPlaces read;
  bool has_values = false;
  const VectorFile vectors = polygons_of(soil, scenario, terrain);
  read.warnings = vectors.warnings;
  need_kind(Shape::Kind::polygon, soil.forest ? "a forest" : "a soil", soil.file, vectors);
  need_attribute(soil, vectors.fields);
  for (std::string& warning : warnings_of_fields(soil, vectors.fields)) read.warnings.push_back(std::move(warning));
  const std::vector<Feature>& features = vectors.features;
  Overlap overlap(terrain.values.size());
  for (const Feature& feature : features) {
    std::string name;
    const PlaceValues values = values_of(soil, feature, name);
    has_values = has_values || !values.members.empty() || !soil.values.empty();
    if (name.empty() && soil.values.count(RF_GROUND_LAYER_DRAG) != 0) name = "forest";
    for (const Shape& shape : feature.shapes) {
      read.places.push_back({values, nodes_inside(terrain, shape)});
      areas.push_back({name, shape});
      read.count += count_of(read.places.back().nodes);
      overlap.add(read.places.back().nodes);
    }
  }
  // Polygons that touch have the nodes on their common edge both.
  if (20 * overlap.in_several() > overlap.nodes()) {
    read.warnings.push_back((soil.file.empty() ? soil.place : soil.file.string()) + ": " +
                            counted(overlap.in_several(), "node") + " of " + std::to_string(overlap.nodes()) +
                            " in several polygons; of those of one file the last one counts");
  }
  if (!has_values) refuse_without_values(soil, vectors.fields);
  return read;
}

/** A raster of class numbers with the table [soil.classes]. */
SoilPlaces read_class_raster(const SoilSpec& soil, const Scenario& scenario, const Raster& terrain) {
  SoilPlaces read;
  const Raster raster = on_terrain(soil.file, terrain, scenario.terrain.reproject, Values::classes, read.warnings);
  std::map<double, std::vector<NodeSpan>> nodes;
  for (std::size_t i = 0; i < raster.values.size(); ++i) {
    if (std::isnan(raster.values[i])) continue;
    std::vector<NodeSpan>& spans = nodes[raster.values[i]];
    if (spans.empty() || spans.back().end < i) spans.push_back({i, i});
    spans.back().end = i + 1;
  }
  for (auto& [number, spans] : nodes) {
    PlaceValues values;
    add_class(soil, format_number(number), " at " + node_text(terrain, spans.front().begin), values);
    read.count += count_of(spans);
    read.places.push_back({values, std::move(spans)});
  }
  return read;
}

/** @param warnings  those of the file are added */
FieldRaster read_field(std::int32_t field, const std::filesystem::path& file, const Scenario& scenario,
                       const Raster& terrain, std::vector<std::string>& warnings) {
  const Raster raster = on_terrain(file, terrain, scenario.terrain.reproject, Values::quantity, warnings);
  FieldRaster read{field, std::vector<float>(raster.values.size(), std::numeric_limits<float>::quiet_NaN())};
  double largest = 0;
  for (std::size_t i = 0; i < raster.values.size(); ++i) {
    if (std::isnan(raster.values[i]) && !std::isnan(terrain.values[i])) {
      throw InputError(file.string() + ": no value where the terrain has ground, at " + node_text(terrain, i));
    }
    if (!std::isnan(raster.values[i])) read.values[i] = rounded_to_field(raster.values[i]);
    if (!std::isnan(terrain.values[i])) largest = std::max(largest, static_cast<double>(raster.values[i]));
  }
  const std::string hint = unit_hint(field, largest);
  if (!hint.empty()) warnings.push_back(file.string() + ": the largest " + hint);
  return read;
}

}  // namespace

PlaceValues with_numbers_of(const SoilSpec& soil, PlaceValues values) {
  for (const auto& [field, value] : soil.values) values.members[field] = value;
  return values;
}

std::string node_text(const Raster& frame, std::size_t node) {
  return position_text(frame.x0 + static_cast<double>(node % frame.columns) * frame.cell_x,
                       frame.y0 + static_cast<double>(node / frame.columns) * frame.cell_y);
}

GroundFiles read_ground_files(const Scenario& scenario, const Raster& terrain) {
  GroundFiles files;
  for (const auto& [field, file] : scenario.ground.fields) {
    files.rasters.push_back(read_field(field, file, scenario, terrain, files.warnings));
  }
  for (const SoilSpec& soil : scenario.soils) {
    files.soils.push_back(soil.is_class_raster() ? read_class_raster(soil, scenario, terrain)
                                                 : read_polygons(soil, scenario, terrain, files.areas));
  }
  return files;
}

}  // namespace sandbox
