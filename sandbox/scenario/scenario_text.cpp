// A scenario as text, for recordings that contain their scene.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "common/error.h"
#include "common/text.h"
#include "scenario/scenario.h"
#include "scenario/settings_keys.h"
#include "scenario/shapes.h"

namespace sandbox {
namespace {

/** Writes TOML. */
class Writer {
 public:
  explicit Writer(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void table(const std::string& name) { out_ << name << "\n"; }
  void number(const std::string& key, double value) { out_ << key << " = " << exact(value) << "\n"; }
  void integer(const std::string& key, std::uint64_t value) {
    if (value > INT64_MAX) throw InputError(key + ": is too large for the format");
    out_ << key << " = " << value << "\n";
  }
  void boolean(const std::string& key, bool value) { out_ << key << " = " << (value ? "true" : "false") << "\n"; }
  void texts(const std::string& key, const std::vector<std::string>& values) {
    out_ << key << " = [";
    for (std::size_t i = 0; i < values.size(); ++i) out_ << (i > 0 ? ", " : "") << quoted(values[i]);
    out_ << "]\n";
  }
  void text(const std::string& key, const std::string& value) { out_ << key << " = " << quoted(value) << "\n"; }
  void quoted_key(const std::string& key, const std::string& value) {
    out_ << quoted(key) << " = " << quoted(value) << "\n";
  }
  template <class Values>
  void numbers(const std::string& key, const Values& values) {
    out_ << key << " = " << list(values) << "\n";
  }
  void points(const std::string& key, const std::vector<std::array<double, 2>>& points) {
    out_ << key << " = [";
    for (std::size_t i = 0; i < points.size(); ++i) out_ << (i > 0 ? ", " : "") << list(points[i]);
    out_ << "]\n";
  }
  void file(const std::string& key, const std::filesystem::path& file) {
    const std::string name = portable_name(file);
    if (!is_utf8(name)) throw InputError(name + ": the text of a scenario cannot name this file: it is not UTF-8");
    text(key, name);
  }
  std::string text() const { return out_.str(); }

 private:
  // TOML reads -0 as an integer, which has no sign.
  static std::string exact(double value) { return value == 0 && std::signbit(value) ? "-0.0" : format_exact(value); }
  template <class Values>
  static std::string list(const Values& values) {
    std::string text;
    for (const double value : values) text += (text.empty() ? "[" : ", ") + exact(value);
    return text + "]";
  }
  static std::string quoted(const std::string& value) {
    if (!is_utf8(value)) throw InputError("'" + shortened(value) + "' cannot be written: it is not UTF-8");
    std::string text = "\"";
    for (const char c : value) text += quoted(c);
    return text + "\"";
  }
  static std::string quoted(char c) {
    if (c == '"' || c == '\\') return {'\\', c};
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) return {c};
    static constexpr char digits[] = "0123456789abcdef";
    return std::string("\\u00") + digits[byte / 16] + digits[byte % 16];
  }
  /** Names assets and files beside the scenario independently of their folder, which differs between machines. */
  std::string portable_name(const std::filesystem::path& file) const {
    std::error_code failed;
    std::filesystem::path whole = std::filesystem::weakly_canonical(file, failed);
    if (failed) whole = file.lexically_normal();  // for example a name too long for the file system
    const std::string asset = name_inside(assets_folder(), whole);
    if (!asset.empty()) return "assets:" + asset;
    const std::string beside = folder_.empty() ? "" : name_inside(folder_, whole);
    return beside.empty() ? whole.string() : beside;
  }
  /** Name of a file relative to a folder; empty if the file is not inside it. */
  static std::string name_inside(const std::filesystem::path& folder, const std::filesystem::path& whole) {
    const std::filesystem::path inside = whole.lexically_relative(std::filesystem::weakly_canonical(folder));
    return inside.empty() || *inside.begin() == ".." ? "" : inside.generic_string();
  }

  std::filesystem::path folder_;  // of the scenario; empty: names are absolute
  std::ostringstream out_;
};

void write_terrain(Writer& out, const TerrainSpec& terrain) {
  static constexpr const char* kinds[] = {"file", "ramp", "plane"};
  out.table("[terrain]");
  out.text("kind", kinds[static_cast<int>(terrain.kind)]);
  if (!terrain.image.empty()) out.file("image", terrain.image);
  if (terrain.kind == TerrainSpec::Kind::file) {
    out.file("file", terrain.file);
    if (terrain.z_scale) out.number("z_scale", *terrain.z_scale);
    if (!terrain.crs.empty()) out.text("crs", terrain.crs);
    if (terrain.nodata) out.number("nodata", *terrain.nodata);
    if (terrain.reproject) out.boolean("reproject", true);
    return;
  }
  out.number("slope_deg", terrain.slope_deg);
  if (terrain.kind == TerrainSpec::Kind::plane) return;
  out.number("slope_length", terrain.slope_length);
  out.number("head_length", terrain.head_length);
  out.number("flat_length", terrain.flat_length);
  out.number("width", terrain.width);
  out.number("cell", terrain.cell);
  out.number("roughness", terrain.roughness);
  if (terrain.roughness > 0) out.integer("seed", terrain.seed);
  if (!terrain.crs.empty()) out.text("crs", terrain.crs);
  if (terrain.reproject) out.boolean("reproject", true);
}

void write_volume(Writer& out, const VolumeSpec& volume) {
  static constexpr const char* kinds[] = {"lognormal", "uniform", "power_law"};
  out.table("[rock.volume]");
  out.text("distribution", kinds[static_cast<int>(volume.kind)]);
  if (volume.kind == VolumeSpec::Kind::lognormal) {
    out.number("median", volume.median);
    out.number("sigma", volume.sigma);
  }
  if (volume.kind == VolumeSpec::Kind::power_law) out.number("exponent", volume.exponent);
  out.number("minimum", volume.minimum);
  if (volume.maximum > 0) out.number("maximum", volume.maximum);
  out.integer("sizes", volume.sizes);
}

void write_rock(Writer& out, const RockSpec& rock) {
  out.table("[[rock]]");
  out.text("name", rock.name);
  if (rock.shape.empty()) {
    out.file("file", rock.file);
  } else {
    out.text("shape", rock.shape);
    if (rock.size) out.numbers("size", *rock.size);
    if (has_point_count(rock.shape)) out.integer("points", rock.points);
    if (has_seed(rock.shape)) out.integer("seed", rock.seed);
  }
  static constexpr const char* sizings[] = {"density", "mass", "scale_to_mass"};
  out.text("sizing", sizings[rock.sizing == RF_SIZE_BY_DENSITY ? 0 : rock.sizing == RF_SIZE_BY_MASS ? 1 : 2]);
  if (rock.sizing != RF_SIZE_BY_MASS) out.number("density", rock.density);
  if (!rock.volume && rock.sizing != RF_SIZE_BY_DENSITY) out.number("mass", rock.mass);
  if (rock.share) out.number("share", *rock.share);
  if (rock.volume) write_volume(out, *rock.volume);
}

void write_ground(Writer& out, const GroundSpec& ground) {
  out.table("[ground]");
  if (!ground.calibrated.empty()) out.text("calibrated", ground.calibrated);
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    out.number(rf_ground_field_name(field), ground_member(ground.ground, field));
  }
  if (ground.fields.empty()) return;
  out.table("[ground.fields]");
  for (const auto& [field, file] : ground.fields) out.file(rf_ground_field_name(field), file);
}

void write_runs(Writer& out, const RunsSpec& runs) {
  out.file("file", runs.file);
  out.text("run", runs.run);
  out.text("x", runs.x);
  out.text("y", runs.y);
  if (!runs.rock.empty()) out.text("rock", runs.rock);
  if (runs.vx.empty()) return;
  out.text("vx", runs.vx);
  out.text("vy", runs.vy);
  out.text("vz", runs.vz);
}

void write_soil(Writer& out, const SoilSpec& soil) {
  out.table("[[soil]]");
  if (soil.file.empty()) {
    out.points("polygon", soil.polygon);
  } else {
    out.file("file", soil.file);
    if (!soil.layer.empty()) out.text("layer", soil.layer);
    if (!soil.attribute.empty()) out.text("attribute", soil.attribute);
  }
  if (!soil.preset.empty()) out.text("preset", soil.preset);
  for (const auto& [field, value] : soil.values) out.number(rf_ground_field_name(field), value);
  if (soil.names.empty()) return;
  out.table("[soil.classes]");
  for (const auto& [name, preset] : soil.names) out.quoted_key(name, preset);
}

void write_places(Writer& out, const ReleaseSpec& release) {
  if (!release.file.empty()) {
    out.file("file", release.file);
    if (!release.layer.empty()) out.text("layer", release.layer);
  } else if (release.kind != ReleaseSpec::Kind::slope) {
    out.points("points", release.points);
  }
  if (release.kind == ReleaseSpec::Kind::slope) {
    out.number("slope_min", release.slope_min);
    out.number("slope_max", release.slope_max);
  }
  if (!release.rocks.empty()) out.texts("rocks", release.rocks);
}

void write_release(Writer& out, const ReleaseSpec& release) {
  static constexpr const char* kinds[] = {"point", "line", "area", "runs", "raster", "slope"};
  out.table("[[release]]");
  if (!release.name.empty()) out.text("name", release.name);
  out.number("share", release.share);
  out.text("kind", kinds[static_cast<int>(release.kind)]);
  if (release.kind == ReleaseSpec::Kind::runs) {
    write_runs(out, release.runs);
  } else {
    write_places(out, release);
  }
  out.number("height_min", release.height[0]);
  out.number("height_max", release.height[1]);
  if (release.runs.vx.empty()) out.numbers("velocity", release.velocity);
  out.numbers("angular_velocity", release.angular_velocity);
  if (release.orientation) out.numbers("orientation", *release.orientation);
}

void write_observed(Writer& out, const ObservedSpec& observed) {
  out.table("[observed]");
  out.file("file", observed.file);
  const std::pair<const char*, const std::string*> columns[] = {
      {"run", &observed.run},    {"runout", &observed.runout},     {"x", &observed.x},
      {"y", &observed.y},        {"velocity", &observed.velocity}, {"jump_height", &observed.jump_height},
      {"group", &observed.group}};
  for (const auto& [key, column] : columns) {
    if (!column->empty()) out.text(key, *column);
  }
}

void write_line(Writer& out, const LineSpec& line) {
  out.table("[[line]]");
  out.text("name", line.name);
  if (line.file.empty()) {
    out.points("points", line.points);
  } else {
    out.file("file", line.file);
    if (!line.layer.empty()) out.text("layer", line.layer);
  }
}

/** @param table  that has only bounds of members of [ground]; those of a soil are given on the command line */
void write_bounds(Writer& out, const std::string& table, const std::vector<FitSpec>& parameters) {
  const auto of_soil = [](const FitSpec& bounds) { return bounds.soil.has_value(); };
  if (std::all_of(parameters.begin(), parameters.end(), of_soil)) return;
  out.table(table);
  for (const FitSpec& bounds : parameters) {
    if (of_soil(bounds)) continue;
    out.text(rf_ground_field_name(bounds.field),
             format_exact(bounds.from) + ":" + format_exact(bounds.to) + (bounds.logarithmic ? ":log" : ""));
  }
}

void write_event(Writer& out, const EventSpec& event) {
  out.table("[[event]]");
  out.number("return_period", event.return_period);
  out.number("blocks", event.blocks);
  out.number("probability", event.probability);
  if (!event.rocks.empty()) out.texts("rocks", event.rocks);
}

void write_core(Writer& out, const Scenario& scenario) {
  out.table("[scenario]");
  out.text("name", scenario.name.empty() ? "recorded" : scenario.name);
  if (!scenario.description.empty()) out.text("description", scenario.description);
  write_terrain(out, scenario.terrain);
  if (scenario.roughness) {
    out.table("[roughness]");
    out.number("spacing", scenario.roughness->spacing);
    out.integer("seed", scenario.roughness->seed);
  }
  for (const RockSpec& rock : scenario.rocks) write_rock(out, rock);
  write_ground(out, scenario.ground);
  for (const SoilSpec& soil : scenario.soils) write_soil(out, soil);
  write_release(out, scenario.release);
  for (const ReleaseSpec& release : scenario.further_releases) write_release(out, release);
  out.table("[run]");
  out.integer("rocks", scenario.rock_count);
  out.integer("seed", scenario.seed);
}

}  // namespace

std::optional<std::int32_t> ground_field_of(const std::string& name) {
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    if (name == rf_ground_field_name(field)) return field;
  }
  return std::nullopt;
}

rf_ground ground_of_preset(const std::string& name) {
  const rf_ground_preset* const preset = rf_ground_preset_find(name.c_str());
  if (preset == nullptr) throw InputError("there is no ground preset '" + name + "'");
  return preset->ground;
}

double& ground_member(rf_ground& ground, std::int32_t field) {
  static_assert(sizeof(rf_ground) == RF_GROUND_FIELD_COUNT * sizeof(double), "a double for each rf_ground_field");
  return reinterpret_cast<double*>(&ground)[field];
}

double ground_member(const rf_ground& ground, std::int32_t field) {
  return reinterpret_cast<const double*>(&ground)[field];
}

std::string scenario_text(const Scenario& scenario) {
  Writer out({});
  write_core(out, scenario);
  return out.text();
}

std::string runnable_text(const Scenario& scenario, const std::filesystem::path& folder) {
  Writer out(folder);
  write_core(out, scenario);
  out.number("record_interval", scenario.record_interval);
  out.table("[settings]");
  write_settings(out, scenario.settings);
  if (scenario.observed) write_observed(out, *scenario.observed);
  write_bounds(out, "[scatter]", scenario.scatter);
  write_bounds(out, "[calibrate]", scenario.fits);
  for (const LineSpec& line : scenario.lines) write_line(out, line);
  for (const EventSpec& event : scenario.events) write_event(out, event);
  return out.text();
}

}  // namespace sandbox
