#include "scene_builder.h"

#include <algorithm>
#include <cmath>

#include "error.h"
#include "io/table.h"
#include "io/text.h"

namespace sandbox {

BuiltScene::BuiltScene(const Scenario& scenario) {
  rocks_.reserve(scenario.rocks.size());
  for (const RockSpec& spec : scenario.rocks) rocks_.emplace_back(spec);
  for (const CookedRock& rock : rocks_) rock_pointers_.push_back(rock.get());
  scene_ = rf_default_scene();
  scene_.rock_count = static_cast<std::uint32_t>(rock_pointers_.size());
  scene_.rocks = rock_pointers_.data();
  scene_.settings = scenario.settings;
  make_terrain(scenario);
  rf_error error{};
  if (rf_scene_check(&scene_, &error) != RF_OK) throw InputError(scenario.file.string() + ": " + error.text);
  make_release(scenario.release);
}

void BuiltScene::make_terrain(const Scenario& scenario) {
  const TerrainSpec& spec = scenario.terrain;
  if (spec.kind == TerrainSpec::Kind::plane) return make_plane(scenario);
  Raster raster = spec.kind == TerrainSpec::Kind::ramp ? make_ramp(spec) : read_raster(spec.file);
  if (spec.z_scale != 1) {
    for (double& height : raster.values) height *= spec.z_scale;
  }
  read_fields(scenario, raster);
  make_grid(scenario, std::move(raster));
}

rf_status BuiltScene::set_ground(const rf_ground& ground) {
  rf_plane plane = plane_;
  rf_grid grid = grid_;
  plane.ground = grid.ground = ground;
  const bool has_grid = grid_.columns > 0;
  rf_terrain terrain;
  const rf_status status =
      has_grid ? rf_grid_terrain(&grid, &terrain, nullptr) : rf_plane_terrain(&plane, &terrain, nullptr);
  if (status != RF_OK) return status;
  plane_.ground = grid_.ground = ground;
  return has_grid ? rf_grid_terrain(&grid_, &scene_.terrain, nullptr)
                  : rf_plane_terrain(&plane_, &scene_.terrain, nullptr);
}

void BuiltScene::make_plane(const Scenario& scenario) {
  if (!scenario.ground.fields.empty()) {
    throw InputError(scenario.file.string() + ": ground.fields: needs a terrain grid, a plane has none");
  }
  plane_ = rf_default_plane();
  plane_.slope_x = -steady_tangent(scenario.terrain.slope_deg);
  plane_.ground = scenario.ground.ground;
  rf_error error{};
  if (rf_plane_terrain(&plane_, &scene_.terrain, &error) != RF_OK)
    throw InputError(std::string("terrain: ") + error.text);
}

void BuiltScene::read_fields(const Scenario& scenario, const Raster& terrain) {
  grid_ = rf_default_grid();
  fields_.reserve(RF_GROUND_FIELD_COUNT);
  for (const auto& [field, file] : scenario.ground.fields) {
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
      // The terrain is a hole there, so the value never counts, but it has to be a legal one.
      if (std::isnan(values[i])) values[i] = 0;
    }
    fields_.push_back(std::move(values));
    grid_.fields[field] = fields_.back().data();
  }
}

void BuiltScene::make_grid(const Scenario& scenario, Raster raster) {
  // Small local numbers keep their bits where world coordinates are those of a national grid.
  const bool file = scenario.terrain.kind == TerrainSpec::Kind::file;
  grid_.origin[0] = file ? std::floor(raster.x0) : 0;
  grid_.origin[1] = file ? std::floor(raster.y0) : 0;
  grid_.columns = raster.columns;
  grid_.rows = raster.rows;
  grid_.x0 = raster.x0 - grid_.origin[0];
  grid_.y0 = raster.y0 - grid_.origin[1];
  grid_.cell_x = raster.cell_x;
  grid_.cell_y = raster.cell_y;
  grid_.ground = scenario.ground.ground;
  heights_ = std::move(raster.values);
  grid_.heights_f64 = heights_.data();
  rf_error error{};
  if (rf_grid_terrain(&grid_, &scene_.terrain, &error) != RF_OK) {
    throw InputError((file ? scenario.terrain.file.string() : "terrain") + ": " + error.text);
  }
}

void BuiltScene::set_rock(std::size_t index, const RockSpec& spec) {
  CookedRock rock(spec);
  rocks_[index] = std::move(rock);
  rock_pointers_[index] = rocks_[index].get();
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
  release.rock_count = scene_.rock_count;
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
      const auto rock = std::find_if(rocks_.begin(), rocks_.end(), [&](const auto& r) { return r.name() == wanted; });
      if (rock == rocks_.end()) {
        throw InputError(runs.file.string() + ": run " + table.text(row, run) + " asks for the rock '" + wanted +
                         "', which the scenario does not have");
      }
      release.rock_first = static_cast<std::uint32_t>(rock - rocks_.begin());
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
  const rf_status status = rf_release_state(&scene_, &release, rock, &state, &error);
  if (status != RF_OK) {
    throw InputError("release of rock " + std::to_string(rock) + ": " +
                     (error.text[0] != '\0' ? error.text : rf_status_text(status)));
  }
  return state;
}

}  // namespace sandbox
