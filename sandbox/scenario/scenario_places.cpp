#include "scenario/scenario_places.h"

#include <algorithm>
#include <set>

#include "common/error.h"
#include "common/text.h"
#include "io/vectors.h"

namespace sandbox {
namespace {

const std::vector<std::string>& forest_names() {
  static const std::vector<std::string> names = {"open", "medium", "dense"};
  return names;
}

/** File or polygon.
 *  @param classes  the polygons of a file may have an attribute with a class */
void read_place(TomlTable& table, const std::filesystem::path& scenario, bool classes, SoilSpec& soil) {
  if (!table.has("file") && !table.has("polygon")) table.fail("file", "is missing: give a file or a polygon");
  if (table.has("file") && table.has("polygon"))
    table.fail("polygon", "a file is given as well: give only one of them");
  soil.place = table.place(table.has("file") ? "file" : "polygon");
  if (table.has("file")) {
    soil.file = table.need_file("file", scenario);
    soil.layer = table.text("layer", "");
    if (classes) soil.attribute = table.text("attribute", "");
    return;
  }
  if (table.has("layer")) table.fail("layer", "needs a file");
  if (classes && table.has("attribute")) table.fail("attribute", "needs a file: polygon has no fields");
  soil.polygon = table.points("polygon");
  try {
    check_area(soil.polygon, "the area");
  } catch (const InputError& error) {
    table.fail("polygon", error.what());
  }
}

/** The friction coefficients of a soil against each other, where it determines both. */
void check_friction(const TomlTable& table, const SoilSpec& soil) {
  const bool least = soil.values.count(RF_GROUND_MU_MIN) != 0, most = soil.values.count(RF_GROUND_MU_MAX) != 0;
  const bool known = soil.attribute.empty() && soil.names.empty() && (!soil.preset.empty() || (least && most));
  if (!known || !(least || most)) return;
  rf_ground ground = soil.preset.empty() ? rf_default_ground() : ground_of_preset(soil.preset);
  for (const auto& [field, value] : soil.values) ground_member(ground, field) = value;
  check_friction_order(table, ground, soil.preset);
}

SoilSpec read_soil(TomlTable table, const std::filesystem::path& scenario) {
  SoilSpec soil;
  read_place(table, scenario, true, soil);
  if (auto classes = table.table("classes")) {
    if (soil.file.empty())
      table.fail("classes", "needs a file: polygons with an attribute, or a raster of class numbers");
    for (const std::string& name : classes->keys()) soil.names[name] = classes->choice(name, "", preset_names());
    classes->finish();
  }
  if (table.has("preset")) soil.preset = table.choice("preset", "", preset_names());
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    const std::string name = rf_ground_field_name(field);
    if (!table.has(name)) continue;
    soil.values[field] = table.need_number(name);
    try {
      check_ground_value(field, soil.values[field]);
    } catch (const InputError& error) {
      table.fail(name, error.what());
    }
  }
  check_friction(table, soil);
  // Whether the polygons of a file have fields with numbers is seen when they are read.
  if (soil.file.empty() && soil.preset.empty() && soil.values.empty()) {
    table.fail("polygon", "has no effect: give preset or numbers of the ground, such as mu_min");
  }
  table.finish();
  return soil;
}

SoilSpec read_forest(TomlTable table, const std::filesystem::path& scenario) {
  SoilSpec forest;
  forest.forest = true;
  read_place(table, scenario, false, forest);
  const std::string density = table.choice("density", "medium", forest_names());
  const auto place = std::find(forest_names().begin(), forest_names().end(), density) - forest_names().begin();
  forest.values[RF_GROUND_LAYER_DRAG] = table.number("drag", 250.0 * static_cast<double>(place + 1), not_negative);
  forest.values[RF_GROUND_LAYER_DRAG_ROTATION] = table.number("drag_rotation", 0, not_negative);
  forest.values[RF_GROUND_LAYER_HEIGHT] = table.number("height", 30, not_negative);
  table.finish();
  return forest;
}

/** Names of files have at most 255 bytes in most file systems; those of lines get an ending. */
constexpr std::size_t most_bytes_of_name = 200;

/** The name of a line is that of its files. */
void check_file_name(const TomlTable& table, const std::string& name) {
  if (name.empty() || name.find_first_of("/\\") != std::string::npos || name.front() == '.') {
    table.fail("name", "is the name of a file: it must not be empty, begin with a point or hold a slash");
  }
  if (has_control_character(name)) table.fail("name", "is the name of a file: it must not hold a control character");
  const auto refused = std::find_if_not(name.begin(), name.end(), may_be_in_file_name);
  if (refused != name.end()) {
    table.fail("name",
               std::string("is the name of a file: it must not hold ") + *refused + ", which some file systems refuse");
  }
  if (name.size() > most_bytes_of_name) {
    table.fail("name", "is the name of a file: it has " + std::to_string(name.size()) + " bytes and may have at most " +
                           std::to_string(most_bytes_of_name));
  }
}

}  // namespace

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < rf_ground_preset_count(); ++i) names.emplace_back(rf_ground_preset_at(i)->name);
  return names;
}

void check_friction_order(const TomlTable& table, const rf_ground& ground, const std::string& preset) {
  if (ground.mu_min < 0 || ground.mu_max < 0 || !(ground.mu_max < ground.mu_min)) return;
  const bool about_most = table.gives("mu_max");
  std::string other = format_number(about_most ? ground.mu_min : ground.mu_max, 6);
  if (!table.gives(about_most ? "mu_min" : "mu_max"))
    other += preset.empty() ? " by default" : " in the preset " + preset;
  if (about_most) {
    table.fail("mu_max", "is " + format_number(ground.mu_max, 6) + ", must be at least mu_min, which is " + other);
  }
  table.fail("mu_min", "is " + format_number(ground.mu_min, 6) + ", must be at most mu_max, which is " + other);
}

std::vector<SoilSpec> read_soils(TomlTable& root, const std::filesystem::path& scenario) {
  std::vector<SoilSpec> soils;
  for (TomlTable& table : root.one_or_more("soil")) soils.push_back(read_soil(table, scenario));
  for (TomlTable& table : root.one_or_more("forest")) soils.push_back(read_forest(table, scenario));
  return soils;
}

std::vector<LineSpec> read_lines(TomlTable& root, const std::filesystem::path& scenario) {
  std::vector<LineSpec> lines;
  std::set<std::string> names;
  for (TomlTable& table : root.one_or_more("line")) {
    LineSpec line;
    line.name = table.need_text("name");
    check_file_name(table, line.name);
    if (!names.insert(lower(line.name)).second) {
      table.fail("name", "'" + shortened(line.name) + "' is given twice, or differs only in capital letters: some " +
                             "file systems treat them as the same name");
    }
    if (table.has("file") == table.has("points")) table.fail("file", "give either a file or points");
    line.place = table.place(table.has("file") ? "file" : "points");
    if (table.has("file")) {
      line.file = table.need_file("file", scenario);
      line.layer = table.text("layer", "");
    } else {
      line.points = table.points("points");
      if (line.points.size() < 2) table.fail("points", "a line needs at least 2 points");
    }
    table.finish();
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> read_rock_names(TomlTable& table, const std::vector<RockSpec>& rocks) {
  std::vector<std::string> known;
  for (const RockSpec& rock : rocks) known.push_back(rock.name);
  const std::vector<std::string> names = table.texts("rocks");
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      table.fail("rocks", "there is no rock '" + name + "'; there are: " + join(known));
    }
  }
  return names;
}

std::string event_name(const EventSpec& event) { return "T" + format_number(event.return_period, 6); }

std::vector<EventSpec> read_events(TomlTable& root, const std::vector<RockSpec>& rocks) {
  std::vector<EventSpec> events;
  std::set<double> periods;
  std::set<std::string> names;
  for (TomlTable& table : root.one_or_more("event")) {
    EventSpec event;
    event.return_period = table.need_number("return_period", positive);
    event.place = table.place("return_period");
    if (!periods.insert(event.return_period).second) table.fail("return_period", "is given twice");
    if (!names.insert(event_name(event)).second) {
      table.fail("return_period", format_number(event.return_period, 15) + " differs too little from that of another " +
                                      "event: the files of both would have the name " + event_name(event));
    }
    event.blocks = table.number("blocks", event.blocks, positive);
    event.probability = table.number("probability", event.probability, {0, 1, true});
    event.rocks = read_rock_names(table, rocks);
    table.finish();
    events.push_back(event);
  }
  return events;
}

std::optional<VolumeSpec> read_volume(TomlTable& rock) {
  auto table = rock.table("volume");
  if (!table) return std::nullopt;
  static const std::vector<std::string> kinds = {"lognormal", "uniform", "power_law"};
  VolumeSpec spec;
  const std::string kind = table->choice("distribution", "", kinds);
  spec.kind = static_cast<VolumeSpec::Kind>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
  if (spec.kind == VolumeSpec::Kind::lognormal) {
    spec.median = table->need_number("median", positive);
    spec.sigma = table->number("sigma", spec.sigma, {0, 5});
    spec.minimum = table->number("minimum", 0, not_negative);
    spec.maximum = table->has("maximum") ? table->need_number("maximum", positive) : 0;
  } else {
    spec.minimum = table->need_number("minimum", positive);
    spec.maximum = table->need_number("maximum", positive);
    if (spec.kind == VolumeSpec::Kind::power_law) spec.exponent = table->number("exponent", 1, positive);
  }
  if (spec.maximum > 0 && spec.maximum < spec.minimum) table->fail("maximum", "must not be less than minimum");
  const bool one_volume = spec.kind == VolumeSpec::Kind::lognormal && spec.sigma == 0;
  if (one_volume && (spec.median < spec.minimum || (spec.maximum > 0 && spec.median > spec.maximum))) {
    table->fail("sigma", "is 0, so all volumes are the median, which is not between minimum and maximum");
  }
  spec.sizes = static_cast<std::uint32_t>(table->integer("sizes", spec.sizes, 1, 1000));
  table->finish();
  return spec;
}

}  // namespace sandbox
