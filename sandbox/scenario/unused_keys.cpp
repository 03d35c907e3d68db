#include "scenario/unused_keys.h"

#include <algorithm>
#include <optional>

#include "scenario/ground_use.h"
#include "scenario/shapes.h"

namespace sandbox {
namespace {

constexpr std::int32_t reliefs[] = {RF_GROUND_ROUGHNESS_70, RF_GROUND_ROUGHNESS_20, RF_GROUND_ROUGHNESS_10};

class UnusedKeys {
 public:
  UnusedKeys(TomlTable root, const Scenario& scenario) : root_(std::move(root)), scenario_(scenario) {
    find_in_terrain(*root_.table("terrain"));
    find_in_relief();
    find_in_ground();
    find_in_settings();
    find_in_rocks();
    find_in_fields();
    find_in_soils();
    find_in_forests();
    find_in_releases();
  }

  std::vector<std::string> found;

 private:
  /** Notes a key if it is given. */
  void note(TomlTable& table, const std::string& key, const std::string& why) {
    if (table.has(key)) note_place(table.place(key), why);
  }
  void note_place(const std::string& place, const std::string& why) {
    found.push_back(place + ": has no effect: " + why);
  }

  bool names_rasters_or_vectors() const {
    const auto names_file = [](const auto& spec) { return !spec.file.empty(); };
    const auto of_release = [](const ReleaseSpec& spec) {
      return !spec.file.empty() && spec.kind != ReleaseSpec::Kind::runs;
    };
    const auto& further = scenario_.further_releases;
    return !scenario_.ground.fields.empty() ||
           std::any_of(scenario_.soils.begin(), scenario_.soils.end(), names_file) ||
           std::any_of(scenario_.lines.begin(), scenario_.lines.end(), names_file) || of_release(scenario_.release) ||
           std::any_of(further.begin(), further.end(), of_release);
  }

  void find_in_terrain(TomlTable table) {
    const TerrainSpec& terrain = scenario_.terrain;
    const bool plane = terrain.kind == TerrainSpec::Kind::plane;
    if (plane) {
      note(table, "crs", "a plane has no coordinates of a map");
      note(table, "image", "a plane has no extent");
    }
    if (terrain.reproject && (plane || !names_rasters_or_vectors())) {
      note(table, "reproject",
           plane ? "a plane has no coordinates of a map" : "the scenario has no other rasters or vectors");
    }
    if (terrain.kind == TerrainSpec::Kind::ramp && terrain.roughness == 0) note(table, "seed", "roughness is 0");
  }

  void find_in_relief() {
    if (!scenario_.roughness) return;
    const rf_ground& ground = scenario_.ground.ground;
    for (const std::int32_t field : reliefs) {
      if (ground_member(ground, field) > 0 || scenario_.ground.fields.count(field) != 0) return;
    }
    // Soils can have heights as well: by number, by preset, by fields of polygons.
    for (const SoilSpec& soil : scenario_.soils) {
      const bool has_numbers = std::any_of(std::begin(reliefs), std::end(reliefs),
                                           [&](std::int32_t field) { return soil.values.count(field) != 0; });
      if (has_numbers || !soil.preset.empty() || !soil.file.empty()) return;
    }
    note(root_, "roughness", "roughness_70, roughness_20 and roughness_10 of the ground are 0");
  }

  void find_in_ground() {
    std::optional<TomlTable> table = root_.table("ground");
    if (!table) return;
    const rf_ground& ground = scenario_.ground.ground;
    const auto value_of = [&](std::int32_t field) { return ground_member(ground, field); };
    for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
      // The programs write all numbers of a preset into a scenario.
      const bool typed = table->typed(rf_ground_field_name(field));
      const std::string why = unused_in(scenario_, field);
      if (typed && value_of(field) > 0 && !why.empty()) note(*table, rf_ground_field_name(field), why);
    }
    const std::int32_t layer[] = {RF_GROUND_LAYER_DRAG, RF_GROUND_LAYER_HEIGHT};
    const bool varies = !scenario_.soils.empty() || !scenario_.scatter.empty() || !scenario_.ground.fields.empty() ||
                        !scenario_.fits.empty() || value_of(RF_GROUND_LAYER_DRAG_ROTATION) > 0;
    for (int i = 0; i < 2; ++i) {
      if (varies || !(value_of(layer[i]) > 0) || value_of(layer[1 - i]) > 0) continue;
      note(*table, rf_ground_field_name(layer[i]), std::string(rf_ground_field_name(layer[1 - i])) + " is 0");
    }
  }

  bool may_have_soil() const {
    const auto gives_strength = [](const auto& spec) { return spec.field == RF_GROUND_SOIL_STRENGTH; };
    return ground_member(scenario_.ground.ground, RF_GROUND_SOIL_STRENGTH) > 0 || !scenario_.soils.empty() ||
           scenario_.ground.fields.count(RF_GROUND_SOIL_STRENGTH) != 0 ||
           std::any_of(scenario_.scatter.begin(), scenario_.scatter.end(), gives_strength) ||
           std::any_of(scenario_.fits.begin(), scenario_.fits.end(), gives_strength);
  }

  void find_in_settings() {
    std::optional<TomlTable> table = root_.table("settings");
    if (!table) return;
    const std::int32_t model = scenario_.settings.model;
    const auto note_typed = [&](const char* key) {
      if (table->typed(key)) note(*table, key, unused_by_model(model));
    };
    if (model != RF_MODEL_ROCFALL_RIGID) note_typed("rocfall_shape");
    if (model == RF_MODEL_HARD_CONTACT) {
      for (const char* key : {"soil_law", "scar_length"}) {
        if (table->typed(key) && !may_have_soil()) note(*table, key, "soil_strength is 0 everywhere");
      }
      return;
    }
    for (const char* key : {"scheme", "soil_law", "scar_length", "solver_sweeps", "solver_tolerance"}) note_typed(key);
  }

  bool is_released(const std::string& rock) const {
    const auto releases = [&](const ReleaseSpec& spec) {
      return spec.rocks.empty() || std::find(spec.rocks.begin(), spec.rocks.end(), rock) != spec.rocks.end();
    };
    const auto& further = scenario_.further_releases;
    return releases(scenario_.release) || std::any_of(further.begin(), further.end(), releases);
  }

  void find_in_rocks() {
    std::vector<TomlTable> tables = root_.tables("rock");
    for (std::size_t i = 0; i < tables.size(); ++i) {
      const RockSpec& rock = scenario_.rocks[i];
      if (!has_point_count(rock.shape)) {
        note(tables[i], "points", only_some_have_points);
      }
      if (!has_seed(rock.shape)) note(tables[i], "seed", only_random_has_seed);
      if (rock.sizing == RF_SIZE_BY_DENSITY) {
        note(tables[i], "mass", "the mass follows from size and density (sizing = \"density\")");
      }
      if (rock.sizing == RF_SIZE_BY_MASS) {
        note(tables[i], "density", "the density follows from size and mass (sizing = \"mass\")");
      }
      if (!scenario_.release.runs.rock.empty()) {
        note(tables[i], "share", "the table of the release names the rock of each run");
      }
      if (is_released(rock.name)) continue;
      note_place(tables[i].place(tables[i].has("name")   ? "name"
                                 : tables[i].has("file") ? "file"
                                                         : "shape"),
                 "no [[release]] has the rock '" + rock.name + "' among its rocks");
    }
  }

  void find_in_fields() {
    if (scenario_.ground.fields.empty()) return;
    TomlTable fields = *root_.table("ground")->table("fields");
    for (const auto& [field, file] : scenario_.ground.fields) {
      const std::string why = replaced_or_unused_in(scenario_, field);
      if (!why.empty()) note(fields, rf_ground_field_name(field), why);
    }
  }

  void find_in_soils() {
    std::vector<TomlTable> tables = root_.one_or_more("soil");
    for (std::size_t i = 0; i < tables.size(); ++i) {
      const SoilSpec& soil = scenario_.soils[i];
      const bool by_raster = soil.is_class_raster();
      if (by_raster) note(tables[i], "layer", "a raster has no layers");
      if (by_raster) note(tables[i], "preset", "[soil.classes] gives the class of every cell");
      if (!soil.attribute.empty()) note(tables[i], "preset", "attribute gives the class of every polygon");
      for (const auto& [field, value] : soil.values) {
        const std::string why = replaced_or_unused_in(scenario_, field);
        if (!why.empty()) note(tables[i], rf_ground_field_name(field), why);
      }
    }
  }

  void find_in_forests() {
    const std::string unused = unused_in(scenario_, RF_GROUND_LAYER_DRAG);
    for (TomlTable& table : root_.one_or_more("forest")) {
      if (!unused.empty()) {
        note_place(table.place(table.has("file") ? "file" : "polygon"),
                   std::string("the model ") + rf_model_name(scenario_.settings.model) + " has no drag of vegetation");
      }
      if (table.has("drag")) note(table, "density", "drag is given as well");
      // A forest without drag is a clearing in another forest and stops no rock at any height.
      const bool has_drag = table.number("drag", 1) > 0 || table.number("drag_rotation", 0) > 0;
      if (has_drag && table.number("height", 1) == 0) note(table, "height", "a forest of height 0 stops no rock");
    }
  }

  void find_in_releases() {
    const bool lumped = scenario_.settings.model == RF_MODEL_ROCFALL_LUMPED;
    for (TomlTable& table : root_.one_or_more("release")) {
      const std::string kind = table.text("kind", "");
      if (kind == "raster") note(table, "layer", "a raster has no layers");
      if (kind == "runs" && table.has("vx")) note(table, "velocity", "vx, vy and vz name columns of the table");
      if (!lumped) continue;
      const std::string why = "the model rocfall_lumped has no rotation";
      note(table, "orientation", why);
      const std::vector<double> spin = table.numbers("angular_velocity", 3);
      if (std::any_of(spin.begin(), spin.end(), [](double value) { return value != 0; })) {
        note(table, "angular_velocity", why);
      }
    }
  }

  TomlTable root_;
  const Scenario& scenario_;
};

}  // namespace

std::vector<std::string> unused_keys(TomlTable root, const Scenario& scenario) {
  return UnusedKeys(std::move(root), scenario).found;
}

}  // namespace sandbox
