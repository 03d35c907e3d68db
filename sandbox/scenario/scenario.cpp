#include "scenario/scenario.h"

#include <algorithm>
#include <map>

#include "common/error.h"
#include "common/text.h"
#include "scenario/assignments.h"
#include "scenario/doubtful_values.h"
#include "scenario/scenario_places.h"
#include "scenario/scenario_releases.h"
#include "scenario/scenario_terrain.h"
#include "scenario/shapes.h"
#include "scenario/toml_table.h"
#include "scenario/toml_text.h"
#include "scenario/unused_keys.h"

namespace sandbox {
namespace {

void read_sizing(TomlTable& table, RockSpec& spec) {
  const bool by_mass = table.has("mass");
  const bool by_density = table.has("density");
  const std::string otherwise = by_mass && by_density ? "scale_to_mass" : by_mass ? "mass" : "density";
  const std::string name = table.choice("sizing", otherwise, {"density", "mass", "scale_to_mass"});
  spec.density = table.number("density", spec.density, positive);
  spec.mass = name == "density" ? table.number("mass", 0, not_negative) : table.need_number("mass", positive);
  spec.sizing = name == "density" ? RF_SIZE_BY_DENSITY : name == "mass" ? RF_SIZE_BY_MASS : RF_SIZE_SCALE_TO_MASS;
}

/** The number of points that a shape can have. */
void check_points(const TomlTable& table, const RockSpec& spec) {
  const std::string given = ", is " + std::to_string(spec.points);
  if (spec.shape == "disc" && spec.points % 2 != 0) table.fail("points", "of a disc must be even" + given);
  const bool round = spec.shape == "ellipsoid" || spec.shape == "random";
  if (round && spec.points < 8) table.fail("points", "of this shape must be at least 8" + given);
}

RockSpec read_rock(TomlTable table, const std::filesystem::path& scenario) {
  RockSpec spec;
  spec.name = table.text("name", "");
  if (table.has("shape") && table.has("file")) table.fail("file", "give either a shape or a file");
  if (table.has("file")) {
    spec.file = table.need_file("file", scenario);
  } else {
    spec.shape = table.choice("shape", "", shape_names());
    const auto size = table.numbers("size", 3, positive);
    if (!size.empty()) spec.size = {size[0], size[1], size[2]};
    spec.points = static_cast<std::uint32_t>(table.integer("points", spec.points, 6, 1000000));
    check_points(table, spec);
    spec.seed = table.integer("seed", spec.seed, 0, UINT64_MAX);
  }
  read_sizing(table, spec);
  if (table.has("share")) spec.share = table.need_number("share", positive);
  spec.volume = read_volume(table);
  if (spec.volume && table.has("mass")) table.fail("mass", "the masses follow from the volumes of [rock.volume]");
  if (spec.name.empty()) spec.name = spec.shape.empty() ? spec.file.stem().string() : spec.shape;
  spec.shape_place = table.place(table.has("size") ? "size" : table.has("file") ? "file" : "shape");
  spec.mass_place = spec.shape_place;
  for (const char* key : {"density", "mass", "volume"}) {
    if (table.has(key)) spec.mass_place = table.place(key);
  }
  table.finish();
  return spec;
}

/** Rocks of different names: results are kept by name. Those named after their shape or file are numbered where these
 *  are the same. */
std::vector<RockSpec> read_rocks(TomlTable& root, const std::filesystem::path& scenario) {
  std::vector<RockSpec> rocks;
  std::map<std::string, int> given, defaults;
  for (TomlTable& table : root.tables("rock")) {
    rocks.push_back(read_rock(table, scenario));
    const std::string& name = rocks.back().name;
    const bool own = table.has("name");
    if (own && ++given[name] > 1) table.fail("name", "'" + shortened(name) + "' is the name of another rock");
    if (!own && ++defaults[name] > 1) rocks.back().name += " " + std::to_string(defaults[name]);
  }
  for (const RockSpec& rock : rocks) {
    const auto same = [&](const RockSpec& other) { return other.name == rock.name; };
    if (std::count_if(rocks.begin(), rocks.end(), same) > 1) {
      root.fail("rock", "two have the name '" + shortened(rock.name) + "': give each a name");
    }
  }
  return rocks;
}

/** The key that an error message of the library names. */
std::string key_named_in(const std::string& message, const std::vector<std::string>& keys) {
  std::string best;
  for (const std::string& key : keys) {
    if (message.find(key) != std::string::npos && key.size() > best.size()) best = key;
  }
  return best.empty() && !keys.empty() ? keys.front() : best;
}

/** True if no number of a preset would be used. */
bool gives_every_number(TomlTable& table) {
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    if (!table.has(rf_ground_field_name(field))) return false;
  }
  return true;
}

GroundSpec read_ground(std::optional<TomlTable> given, const std::filesystem::path& scenario) {
  GroundSpec spec;
  spec.ground = rf_default_ground();
  if (!given) return spec;
  spec.given = true;
  TomlTable& table = *given;
  if (table.has("preset")) {
    spec.preset = table.choice("preset", "", preset_names());
    if (table.typed("preset") && gives_every_number(table)) {
      table.fail("preset", "has no effect: [ground] gives every number; give a number, or remove those of the file");
    }
    spec.ground = ground_of_preset(spec.preset);
    if (table.typed("preset")) spec.preset_place = table.place("preset");
  }
  spec.calibrated = table.text("calibrated", "");
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    double& value = ground_member(spec.ground, field);
    const std::string name = rf_ground_field_name(field);
    if (table.has(name) && table.typed(name)) spec.places[field] = table.place(name);
    value = table.number(name, value);
  }
  rf_error error{};
  if (rf_ground_check(&spec.ground, &error) != RF_OK) {
    check_friction_order(table, spec.ground, spec.preset);
    table.fail(key_named_in(error.text, table.keys()), error.text);
  }
  if (auto fields = table.table("fields")) {
    for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
      const std::string name = rf_ground_field_name(field);
      if (fields->has(name)) spec.fields[field] = fields->need_file(name, scenario);
    }
    fields->finish();
  }
  table.finish();
  return spec;
}

rf_settings read_settings(std::optional<TomlTable> given) {
  rf_settings settings = rf_default_settings();
  // Bounds the run where a rock never comes to rest.
  settings.time_limit = 300;
  if (!given) return settings;
  TomlTable& table = *given;
  settings.scheme = scheme_by_name(table.choice("scheme", scheme_name(settings.scheme), scheme_names()));
  settings.model = model_by_name(table.choice("model", rf_model_name(settings.model), model_names()));
  const std::string shape = table.choice("rocfall_shape", rocfall_shape_names().front(), rocfall_shape_names());
  settings.rocfall_shape = shape == rocfall_shape_names().front() ? RF_ROCFALL_SPHERE : RF_ROCFALL_HULL;
  const std::string law = table.choice("soil_law", rf_soil_law_name(settings.soil_law), soil_law_names());
  rf_soil_law_find(law.c_str(), &settings.soil_law);
  settings.scar_length = table.number("scar_length", settings.scar_length, not_negative);
  settings.time_step = table.number("time_step", settings.time_step, {0, largest_time_step, true});
  settings.gravity = table.number("gravity", settings.gravity, not_negative);
  settings.solver_sweeps = static_cast<std::int32_t>(
      table.integer("solver_sweeps", static_cast<std::uint64_t>(settings.solver_sweeps), 1, 100000));
  settings.solver_tolerance = table.number("solver_tolerance", settings.solver_tolerance, {0, 0.01, true});
  settings.stop_speed = table.number("stop_speed", settings.stop_speed, not_negative);
  settings.stop_time = table.number("stop_time", settings.stop_time, not_negative);
  settings.time_limit = table.number("time_limit", settings.time_limit, {0, largest_time_limit, true});
  rf_error error{};
  if (rf_settings_check(&settings, &error) != RF_OK) table.fail(key_named_in(error.text, table.keys()), error.text);
  table.finish();
  return settings;
}

std::optional<ObservedSpec> read_observed(std::optional<TomlTable> given, const std::filesystem::path& scenario) {
  if (!given) return std::nullopt;
  ObservedSpec spec;
  spec.file = given->need_file("file", scenario);
  spec.run = given->need_text("run");
  spec.x = given->text("x", "");
  spec.y = given->text("y", "");
  if (spec.x.empty() != spec.y.empty()) given->fail(spec.x.empty() ? "y" : "x", "a deposit needs both x and y");
  spec.velocity = given->text("velocity", "");
  spec.jump_height = given->text("jump_height", "");
  const bool others = !spec.x.empty() || !spec.velocity.empty() || !spec.jump_height.empty();
  spec.runout = others ? given->text("runout", "") : given->need_text("runout");
  spec.group = given->text("group", "");
  given->finish();
  return spec;
}

/** The name of a scenario is that of its folder for the results. */
bool is_folder_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && !has_control_character(name) &&
         name.find_first_of("/\\") == std::string::npos;
}

/** @param refused  parameters that cannot be keys of the table, with the reason */
std::vector<FitSpec> read_fits(std::optional<TomlTable> given, const std::map<std::int32_t, std::string>& refused) {
  std::vector<FitSpec> fits;
  if (!given) return fits;
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    const std::string name = rf_ground_field_name(field);
    const auto reason = refused.find(field);
    if (reason != refused.end()) {
      if (given->gives(name)) given->fail(name, reason->second);
      continue;  // not asked for, so not offered as a key
    }
    if (!given->has(name)) continue;
    const std::string bounds = given->need_text(name);
    try {
      fits.push_back(parse_fit_bounds(name, bounds));
      fits.back().place = given->place(name);
    } catch (const InputError& error) {
      given->fail(name, error.what());
    }
  }
  given->finish();
  return fits;
}

void check_shares(const TomlTable& root, const Scenario& scenario) {
  std::size_t given = 0;
  for (const RockSpec& rock : scenario.rocks) given += rock.share ? 1 : 0;
  if (given != 0 && given != scenario.rocks.size()) {
    root.fail("rock", "either every [[rock]] has a share, or none");
  }
}

ScatterSpec read_scatter(std::optional<TomlTable> given) {
  std::map<std::int32_t, std::string> relief;  // is laid before the rocks start
  for (const std::int32_t field : {RF_GROUND_ROUGHNESS_70, RF_GROUND_ROUGHNESS_20, RF_GROUND_ROUGHNESS_10}) {
    relief[field] = "cannot differ from rock to rock";
  }
  return read_fits(given, relief);
}

/** Numbers that are changed after a calibration. */
void note_changes(const std::vector<Assignment>& changes, GroundSpec& ground) {
  std::vector<std::string> changed;
  for (const Assignment& change : changes) {
    if (change.key.rfind("ground.", 0) == 0 && change.key != "ground.calibrated") changed.push_back(change.key);
  }
  if (!ground.calibrated.empty() && !changed.empty()) ground.calibrated += "; changed since: " + join(changed);
}

/** What is wrong with a file that is no TOML. */
InputError not_toml(const std::filesystem::path& file, std::size_t line, const std::string& why) {
  for (const char* ending : {".asc", ".tif", ".tiff"}) {
    if (file.extension() != ending) continue;
    return InputError(file.string() + ": is a terrain, not a scenario; a scenario names it: [terrain] file = \"" +
                      file.filename().string() + "\"; see docs/scenario.md");
  }
  return InputError(file.string() + ":" + std::to_string(line) + ": not valid TOML: " + why);
}

toml::table parsed_toml(const std::string& content, const std::filesystem::path& file) {
  if (const std::size_t line = line_of_unreadable_character(content)) {
    throw not_toml(file, line,
                   "a character outside strings and comments, or after a backslash, that has no meaning there");
  }
  try {
    return toml::parse(content, file.string());
  } catch (const toml::parse_error& error) {
    throw not_toml(file, error.source().begin.line, std::string(error.description()));
  }
}

/** The table [scenario]; by default the name is that of the file. */
void read_name(TomlTable& root, Scenario& scenario) {
  scenario.name = scenario.file.stem().string();
  if (auto table = root.table("scenario")) {
    scenario.name = table->text("name", scenario.name);
    scenario.description = table->text("description", "");
    table->finish();
    if (!is_folder_name(scenario.name)) {
      table->fail("name", "must not be empty, '.' or '..', or hold a slash or a control character");
    }
  }
  if (!is_folder_name(scenario.name)) {
    root.fail("scenario", "the name of the file holds a control character; give a name");
  }
}

/** The table [run]. */
void read_run(std::optional<TomlTable> given, Scenario& scenario) {
  if (!given) return;
  scenario.rock_count = static_cast<std::uint32_t>(given->integer("rocks", scenario.rock_count, 1, 10000000));
  scenario.seed = given->integer("seed", scenario.seed, 0, UINT64_MAX);
  scenario.record_interval = given->number("record_interval", scenario.record_interval, {0, 1e6, true});
  given->finish();
}

/** @param files_exist  files that the scenario names must exist */
Scenario parse(const std::string& content, const std::filesystem::path& file, const std::vector<Assignment>& changes,
               bool files_exist) {
  toml::table parsed = parsed_toml(content, file);
  for (const Assignment& change : changes) assign(parsed, change);
  TomlTable root(parsed, file.string(), "", files_exist);
  Scenario scenario;
  scenario.file = file;
  scenario.source = content;
  read_name(root, scenario);
  auto terrain = root.table("terrain");
  if (!terrain) root.fail_missing_table("terrain", "the table [terrain] is missing");
  scenario.terrain = read_terrain(*terrain, file);
  scenario.roughness = read_roughness(root.table("roughness"));
  scenario.rocks = read_rocks(root, file);
  if (scenario.rocks.empty()) root.fail_missing_table("rock", "at least one [[rock]] is needed");
  scenario.ground = read_ground(root.table("ground"), file);
  note_changes(changes, scenario.ground);
  scenario.soils = read_soils(root, file);
  read_releases(root, scenario);
  scenario.lines = read_lines(root, file);
  scenario.events = read_events(root, scenario.rocks);
  scenario.scatter = read_scatter(root.table("scatter"));
  scenario.settings = read_settings(root.table("settings"));
  scenario.observed = read_observed(root.table("observed"), file);
  scenario.fits = read_fits(root.table("calibrate"), {});
  read_run(root.table("run"), scenario);
  if (scenario.observed && scenario.release.kind != ReleaseSpec::Kind::runs) {
    root.fail("observed", "needs [release] kind = \"runs\"");
  }
  check_shares(root, scenario);
  root.finish();
  scenario.warnings = doubtful_values(scenario);
  for (const std::string& unused : unused_keys(root, scenario)) scenario.warnings.push_back(unused);
  return scenario;
}

}  // namespace

std::string model_and_scheme(const rf_settings& settings) {
  const std::string model = rf_model_name(settings.model);
  return settings.model == RF_MODEL_HARD_CONTACT ? model + ", " + rf_scheme_name(settings.scheme) : model;
}

std::string time_step_warning(const rf_settings& settings) {
  if (settings.time_step <= 0.005) return "";
  return "a time step of " + format_number(settings.time_step, 6) + " s is long; " + recommended_time_steps;
}

Scenario read_scenario(const std::filesystem::path& file, const std::vector<Assignment>& changes) {
  return parse(read_text(file), file, changes, true);
}

Scenario parse_scenario(const std::string& content, const std::filesystem::path& file,
                        const std::vector<Assignment>& changes) {
  return parse(content, file, changes, false);
}

}  // namespace sandbox
