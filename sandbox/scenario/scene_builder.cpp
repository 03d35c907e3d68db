#include "scenario/scene_builder.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "common/error.h"
#include "common/text.h"
#include "io/doubtful_heights.h"
#include "io/height_unit.h"
#include "scenario/ground_use.h"
#include "scenario/shapes.h"

namespace sandbox {
namespace {

/** Values such as -3.4e38 mark holes in files that do not declare them. */
void check_heights(const TerrainSpec& spec, const Raster& raster) {
  constexpr double highest = 1e5;
  for (const double height : raster.values) {
    if (!(std::fabs(height) > highest)) continue;
    throw InputError(spec.file.string() + ": a height of " + format_number(height, 9) +
                     " m; if it marks a hole, give the value of the file as terrain.nodata");
  }
}

/** Gives the terrain the coordinate system terrain.crs. Throws InputError if that of its file is another one. */
void set_crs(const Scenario& scenario, Raster& raster) {
  const Crs wanted = crs_from_text(scenario.terrain.crs);
  check_metres(wanted, scenario.terrain.crs_place);
  if (!may_be_same(wanted, raster.crs)) {
    throw InputError(scenario.terrain.file.string() + ": its coordinate system is " + crs_name(raster.crs) +
                     ", but terrain.crs is " + crs_name(wanted));
  }
  raster.crs = wanted;
}

}  // namespace

BuiltScene::BuiltScene(const Scenario& scenario) : BuiltScene(scenario, KeepGroundFiles{}) { ground_files_ = {}; }

BuiltScene::BuiltScene(const Scenario& scenario, KeepGroundFiles) {
  warnings_ = scenario.warnings;
  scatter_ = scenario.scatter;
  add_rocks(scenario);
  scene_.settings() = scenario.settings;
  make_terrain(scenario);
  if (scenario.roughness) {
    const rf::Status laid = scene_.set_roughness(scenario.roughness->spacing, scenario.roughness->seed);
    if (!laid) throw InputError(scenario.file.string() + ": " + laid.text());
  }
  const rf::Status checked = scene_.check();
  if (!checked) throw InputError(scenario.file.string() + ": " + checked.text());
  const rf_grid* heights = scene_.grid() != nullptr ? &scene_.grid()->grid() : nullptr;
  for (const auto& found : {ground_warnings(scenario, *this), scatter_warnings(scenario, *this)}) {
    warnings_.insert(warnings_.end(), found.begin(), found.end());
  }
  const std::string law = soil_law_warning(scenario, *this);
  if (!law.empty()) warnings_.push_back(law);
  sources_.emplace(scenario, rock_classes_, SourceTerrain{heights, origin(), frame_.crs});
  warnings_.insert(warnings_.end(), sources_->warnings().begin(), sources_->warnings().end());
}

void BuiltScene::add_rocks(const Scenario& scenario) {
  for (const RockSpec& spec : scenario.rocks) {
    RockClass added;
    added.name = spec.name;
    added.share = spec.share.value_or(1);
    added.first_shape = scene_.rock_count();
    std::vector<std::string> doubtful;
    const std::vector<double> points = points_of(spec);
    for (const RockSpec& shape : shapes_of(spec)) {
      rf::Rock rock = cook_rock(shape, points);
      if (doubtful.empty()) doubtful = rock_warnings(shape, rock);
      scene_.add_rock(std::move(rock));
      class_of_shape_.push_back(rock_classes_.size());
    }
    warnings_.insert(warnings_.end(), doubtful.begin(), doubtful.end());
    added.shapes = scene_.rock_count() - added.first_shape;
    rock_classes_.push_back(added);
  }
}

const rf_grid& BuiltScene::grid() const {
  static const rf_grid none{};
  return scene_.grid() != nullptr ? scene_.grid()->grid() : none;
}

rf_rectangle BuiltScene::grid_area() const {
  const rf_grid& of = grid();
  return {of.x0, of.y0, of.x0 + (of.columns - 1) * of.cell_x, of.y0 + (of.rows - 1) * of.cell_y};
}

void BuiltScene::make_terrain(const Scenario& scenario) {
  const TerrainSpec& spec = scenario.terrain;
  if (spec.kind == TerrainSpec::Kind::plane) return make_plane(scenario);
  Raster raster = spec.kind == TerrainSpec::Kind::ramp ? make_ramp(spec) : read_raster(spec.file, spec.nodata);
  const bool of_file = spec.kind == TerrainSpec::Kind::file;
  if (of_file) check_height_unit(raster, spec.z_scale, spec.file.string());
  if (!spec.crs.empty()) {
    set_crs(scenario, raster);
    if (of_file) check_height_unit(raster, spec.z_scale, spec.file.string());
  }
  warnings_.insert(warnings_.end(), raster.warnings.begin(), raster.warnings.end());
  const std::string doubt = of_file ? doubtful_distances(raster, spec.file.string()) : "";
  if (!doubt.empty()) warnings_.push_back(doubt);
  if (spec.z_scale) {
    for (double& height : raster.values) height *= *spec.z_scale;
  }
  if (of_file) {
    for (const std::string& warning : doubtful_heights(raster, spec.file.string())) warnings_.push_back(warning);
  }
  check_heights(spec, raster);
  make_grid(scenario, std::move(raster));
}

bool BuiltScene::gains_from_stored_relief(std::uint32_t rocks) const {
  constexpr double most = 16777216, per_rock = 200000;
  const rf_roughness* const relief = scene_.roughness();
  if (relief == nullptr || relief->heights != nullptr || scene_.grid() == nullptr) return false;
  const rf_rectangle area = grid_area();
  const double nodes = (area.x_max - area.x_min) / relief->spacing * ((area.y_max - area.y_min) / relief->spacing);
  return nodes <= std::min(most, per_rock * rocks);
}

void BuiltScene::store_relief(std::uint32_t rocks, const rf_tasks* tasks) {
  if (!gains_from_stored_relief(rocks)) return;
  const rf::Status stored = scene_.store_relief(grid_area(), tasks);
  if (!stored) throw InputError(std::string("roughness: ") + stored.text());
}

rf_status BuiltScene::set_ground(const rf_ground& ground) {
  return scene_.set_ground(covered(ground, covering_)).code();
}

void BuiltScene::set_ground_of(const Scenario& scenario) {
  rf::GridTerrain& grid = *scene_.grid();
  GroundPlaces places = make_ground_places(scenario, ground_files_, frame_, grid.heights());
  const rf_ground former = std::exchange(grid.grid().ground, covered(scenario.ground.ground, places.covering));
  grid.fields().swap(places.fields);
  const rf::Status laid = scene_.refresh_terrain();
  if (!laid) {
    grid.grid().ground = former;
    grid.fields().swap(places.fields);
    check_ground_places(scenario, ground_files_, places, frame_, grid.heights());
    throw InputError(scenario.file.string() + ": " + laid.text());
  }
  take(std::move(places));
}

void BuiltScene::take(GroundPlaces&& places) {
  soil_presets_ = std::move(places.presets);
  covering_ = std::move(places.covering);
  given_somewhere_ = places.somewhere;
  given_everywhere_ = places.everywhere;
}

rf_ground BuiltScene::largest_ground() const {
  rf_ground largest = ground();
  const rf_grid& of = grid();
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    if (of.fields[field] == nullptr) continue;
    double& member = ground_member(largest, field);
    member = 0;
    for (std::size_t node = 0; node < std::size_t{of.columns} * of.rows; ++node) {
      const auto value = static_cast<double>(of.fields[field][node]);
      if (value > member) member = value;  // not a number where there is no ground
    }
  }
  return largest;
}

void BuiltScene::make_plane(const Scenario& scenario) {
  if (!scenario.ground.fields.empty() || !scenario.soils.empty()) {
    throw InputError(scenario.file.string() +
                     ": ground.fields, [[soil]] and [[forest]] need a terrain grid, a plane has none");
  }
  rf_plane plane = rf_default_plane();
  plane.slope_x = -steady_tangent(scenario.terrain.slope_deg);
  plane.ground = scenario.ground.ground;
  rf::Result<rf::PlaneTerrain> terrain = rf::PlaneTerrain::make(plane);
  if (!terrain) throw InputError(std::string("terrain: ") + terrain.text());
  scene_.set_terrain(std::move(*terrain));
}

void BuiltScene::make_grid(const Scenario& scenario, Raster raster) {
  ground_files_ = read_ground_files(scenario, raster);
  ground_areas_ = std::move(ground_files_.areas);
  GroundPlaces places = make_ground_places(scenario, ground_files_, raster, raster.values);
  check_ground_places(scenario, ground_files_, places, raster, raster.values);
  warnings_.insert(warnings_.end(), places.warnings.begin(), places.warnings.end());
  // World coordinates of a national grid would cost the local numbers most of their digits.
  const bool file = scenario.terrain.kind == TerrainSpec::Kind::file;
  rf_grid grid = rf_default_grid();
  grid.origin[0] = file ? std::floor(raster.x0) : 0;
  grid.origin[1] = file ? std::floor(raster.y0) : 0;
  grid.columns = raster.columns;
  grid.rows = raster.rows;
  grid.x0 = raster.x0 - grid.origin[0];
  grid.y0 = raster.y0 - grid.origin[1];
  grid.cell_x = raster.cell_x;
  grid.cell_y = raster.cell_y;
  grid.ground = covered(scenario.ground.ground, places.covering);
  std::vector<std::vector<float>> fields = std::move(places.fields);
  take(std::move(places));
  rf::Result<rf::GridTerrain> terrain = rf::GridTerrain::make(grid, std::move(raster.values), std::move(fields));
  if (!terrain) throw InputError((file ? scenario.terrain.file.string() : "terrain") + ": " + terrain.text());
  scene_.set_terrain(std::move(*terrain));
  raster.values.clear();
  frame_ = std::move(raster);
}

void BuiltScene::set_rock(std::uint32_t index, const RockSpec& spec) {
  RockSpec changed = spec;
  changed.shape_place.clear();  // the file describes another shape and mass
  changed.mass_place.clear();
  scene_.replace_rock(index, cook_rock(changed));
  rock_classes_[class_of(index)].name = spec.name;
}

rf_state BuiltScene::start(std::uint32_t rock, std::uint64_t seed, std::uint32_t* redrawn) const {
  return sources_->start(scene(), rock, seed, redrawn);
}

}  // namespace sandbox
