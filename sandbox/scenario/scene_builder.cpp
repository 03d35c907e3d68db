#include "scenario/scene_builder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/text.h"
#include "io/table.h"
#include "scenario/shapes.h"

namespace sandbox {

namespace {

/** Values of a ground field at the nodes of the terrain. */
std::vector<float> read_field(const std::filesystem::path& file, const Raster& terrain) {
  const Raster raster = read_raster(file);
  if (!same_frame(raster, terrain)) {
    throw InputError(file.string() +
                     ": a ground field needs the same nodes as the terrain: " + std::to_string(terrain.columns) +
                     " x " + std::to_string(terrain.rows) + " of " + format_number(terrain.cell_x, 6) + " m");
  }
  std::vector<float> values;
  values.reserve(raster.values.size());
  for (const double value : raster.values) values.push_back(static_cast<float>(value));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i]) && !std::isnan(terrain.values[i])) {
      throw InputError(file.string() + ": no value where the terrain has ground");
    }
    // The terrain is a hole there: the value is not used, but must be valid.
    if (std::isnan(values[i])) values[i] = 0;
  }
  return values;
}

}  // namespace

BuiltScene::BuiltScene(const Scenario& scenario) {
  for (const RockSpec& spec : scenario.rocks) {
    scene_.add_rock(cook_rock(spec));
    rock_names_.push_back(spec.name);
  }
  scene_.settings() = scenario.settings;
  make_terrain(scenario);
  if (scenario.roughness) {
    const rf::Status laid = scene_.set_roughness(scenario.roughness->spacing, scenario.roughness->seed);
    if (!laid) throw InputError(scenario.file.string() + ": " + laid.text());
  }
  const rf::Status checked = scene_.check();
  if (!checked) throw InputError(scenario.file.string() + ": " + checked.text());
  make_release(scenario.release);
}

const rf_grid& BuiltScene::grid() const {
  static const rf_grid none{};
  return scene_.grid() != nullptr ? scene_.grid()->grid() : none;
}

void BuiltScene::make_terrain(const Scenario& scenario) {
  const TerrainSpec& spec = scenario.terrain;
  if (spec.kind == TerrainSpec::Kind::plane) return make_plane(scenario);
  Raster raster = spec.kind == TerrainSpec::Kind::ramp ? make_ramp(spec) : read_raster(spec.file);
  if (spec.z_scale != 1) {
    for (double& height : raster.values) height *= spec.z_scale;
  }
  std::vector<std::vector<float>> fields(RF_GROUND_FIELD_COUNT);
  for (const auto& [field, file] : scenario.ground.fields) {
    fields[static_cast<std::size_t>(field)] = read_field(file, raster);
  }
  make_grid(scenario, std::move(raster), std::move(fields));
}

rf_status BuiltScene::set_ground(const rf_ground& ground) { return scene_.set_ground(ground).code(); }

void BuiltScene::make_plane(const Scenario& scenario) {
  if (!scenario.ground.fields.empty()) {
    throw InputError(scenario.file.string() + ": ground.fields: needs a terrain grid, a plane has none");
  }
  rf_plane plane = rf_default_plane();
  plane.slope_x = -steady_tangent(scenario.terrain.slope_deg);
  plane.ground = scenario.ground.ground;
  rf::Result<rf::PlaneTerrain> terrain = rf::PlaneTerrain::make(plane);
  if (!terrain) throw InputError(std::string("terrain: ") + terrain.text());
  scene_.set_terrain(std::move(*terrain));
}

void BuiltScene::make_grid(const Scenario& scenario, Raster raster, std::vector<std::vector<float>> fields) {
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
  grid.ground = scenario.ground.ground;
  rf::Result<rf::GridTerrain> terrain = rf::GridTerrain::make(grid, std::move(raster.values), std::move(fields));
  if (!terrain) throw InputError((file ? scenario.terrain.file.string() : "terrain") + ": " + terrain.text());
  scene_.set_terrain(std::move(*terrain));
}

void BuiltScene::set_rock(std::uint32_t index, const RockSpec& spec) {
  scene_.replace_rock(index, cook_rock(spec));
  rock_names_[index] = spec.name;
}

rf_release BuiltScene::common_release(const ReleaseSpec& spec) const {
  rf_release release = rf_default_release();
  release.random_orientation = spec.orientation ? 0 : 1;
  if (spec.orientation) std::copy(spec.orientation->begin(), spec.orientation->end(), release.orientation);
  release.height_min = spec.height[0];
  release.height_max = spec.height[1];
  std::copy(spec.velocity.begin(), spec.velocity.end(), release.velocity);
  std::copy(spec.angular_velocity.begin(), spec.angular_velocity.end(), release.angular_velocity);
  release.rock_first = 0;
  release.rock_count = scene_.rock_count();
  return release;
}

void BuiltScene::make_release(const ReleaseSpec& spec) {
  if (spec.kind == ReleaseSpec::Kind::runs) return make_runs(spec);
  std::vector<double> local;
  for (const auto& point : spec.points) {
    local.push_back(point[0] - origin()[0]);
    local.push_back(point[1] - origin()[1]);
  }
  release_points_.push_back(std::move(local));
  rf_release release = common_release(spec);
  release.kind = static_cast<std::int32_t>(spec.kind);
  release.points = release_points_[0].data();
  release.point_count = static_cast<std::uint32_t>(spec.points.size());
  releases_.push_back(release);
  run_names_.emplace_back();
}

void BuiltScene::make_runs(const ReleaseSpec& spec) {
  const RunsSpec& runs = spec.runs;
  const Table table(runs.file);
  const std::size_t run = table.column(runs.run);
  const std::size_t place[2] = {table.column(runs.x), table.column(runs.y)};
  for (std::size_t row = 0; row < table.rows(); ++row) {
    release_points_.push_back({table.number(row, place[0]) - origin()[0], table.number(row, place[1]) - origin()[1]});
    rf_release release = common_release(spec);
    release.kind = RF_RELEASE_POINT;
    release.point_count = 1;
    if (!runs.vx.empty()) {
      const std::string* const names[3] = {&runs.vx, &runs.vy, &runs.vz};
      for (std::size_t k = 0; k < 3; ++k) release.velocity[k] = table.number(row, table.column(*names[k]));
    }
    if (!runs.rock.empty()) {
      const std::string& wanted = table.text(row, table.column(runs.rock));
      const auto rock = std::find(rock_names_.begin(), rock_names_.end(), wanted);
      if (rock == rock_names_.end()) {
        throw InputError(runs.file.string() + ": run " + table.text(row, run) + " names the rock '" + wanted +
                         "', which the scenario does not have");
      }
      release.rock_first = static_cast<std::uint32_t>(rock - rock_names_.begin());
      release.rock_count = 1;
    }
    releases_.push_back(release);
    run_names_.push_back(table.text(row, run));
  }
  for (std::size_t i = 0; i < releases_.size(); ++i) releases_[i].points = release_points_[i].data();
}

rf_state BuiltScene::start(std::uint32_t rock, std::uint64_t seed) const {
  rf_release release = releases_[rock % releases_.size()];
  release.seed = seed;
  rf_state state = rf_default_state();
  rf_error error{};
  const rf_status status = rf_release_state(&scene(), &release, rock, &state, &error);
  if (status != RF_OK) {
    throw InputError("release of rock " + std::to_string(rock) + ": " +
                     (error.text[0] != '\0' ? error.text : rf_status_text(status)));
  }
  return state;
}

}  // namespace sandbox
