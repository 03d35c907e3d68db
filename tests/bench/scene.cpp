#include "scene.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace bench {

namespace {

constexpr double kSlope = 0.83909963117727993;  // tan 40 degrees
constexpr double kFoot = 153.20888862379562;    // 200 m cos 40 degrees
constexpr double kTwoPi = 6.283185307179586;

void require(const rf::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "benchmark scene: %s\n", status.text());
  std::abort();
}

// SplitMix64 (Vigna, public domain); part of the definition of the scene.
uint64_t splitmix64(uint64_t& state) {
  uint64_t z = (state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

double uniform(uint64_t& state) { return static_cast<double>(splitmix64(state) >> 11) * (1.0 / 9007199254740992.0); }

double roughness(uint32_t column, uint32_t row) {
  uint64_t state =
      (static_cast<uint64_t>(column + 1000) << 32) ^ static_cast<uint64_t>(row + 1000) ^ 0xABCDEF1234567ull;
  splitmix64(state);
  return 0.15 * (2.0 * uniform(state) - 1.0);
}

float ramp_height(uint32_t column, uint32_t row) {
  const double x = -10.0 + 2.0 * column;
  const double base = -(x <= kFoot ? x : kFoot) * kSlope;
  return static_cast<float>(base + roughness(column, row));
}

// Of the members that differ between the strips.
std::vector<std::vector<float>> fields_of(const RampGround& ground, uint32_t columns, uint32_t rows) {
  constexpr uint32_t kColumnsOfStrip = 10;
  std::vector<std::vector<float>> fields(RF_GROUND_FIELD_COUNT);
  for (size_t member = 0; member < fields.size(); ++member) {
    const double values[2] = {(&ground.strips[0].mu_min)[member], (&ground.strips[1].mu_min)[member]};
    if (values[0] == values[1]) continue;
    for (uint32_t row = 0; row < rows; ++row) {
      for (uint32_t column = 0; column < columns; ++column) {
        fields[member].push_back(static_cast<float>(values[column / kColumnsOfStrip % 2]));
      }
    }
  }
  return fields;
}

Rock cook(rf_rock_def def, double mass) {
  def.sizing = RF_SIZE_BY_MASS;
  def.mass = mass;
  rf::Result<Rock> rock = Rock::cook(def);
  require(rock.status());
  return std::move(*rock);
}

}  // namespace

Rock shape_rock(rf_shape_kind shape, double x, double y, double z, uint32_t points, double mass) {
  const rf::Result<std::vector<double>> cloud = rf::shape_points(rf::shape_def(shape, x, y, z, points));
  require(cloud.status());
  return cook(rf::rock_def(*cloud), mass);
}

Rock hull_rock(const std::vector<double>& points, const std::vector<uint32_t>& triangles, double mass) {
  rf_rock_def def = rf::rock_def(points);
  def.triangles = triangles.data();
  def.triangle_count = static_cast<uint32_t>(triangles.size() / 3);
  return cook(def, mass);
}

Rock plate() {
  const double radius = 0.465, height[4] = {-0.235, -0.10, 0.10, 0.235}, scale[4] = {0.75, 1, 1, 0.75};
  const double s = 0.70710678118654752440;
  const double cosine[8] = {1, s, 0, -s, -1, -s, 0, s}, sine[8] = {0, s, 1, s, 0, -s, -1, -s};
  std::vector<double> points;
  for (int ring = 0; ring < 4; ++ring) {
    for (int k = 0; k < 8; ++k) {
      points.insert(points.end(), {radius * scale[ring] * cosine[k], radius * scale[ring] * sine[k], height[ring]});
    }
  }
  std::vector<uint32_t> triangles;
  for (uint32_t ring = 0; ring < 3; ++ring) {
    for (uint32_t k = 0; k < 8; ++k) {
      const uint32_t a = 8 * ring + k, b = 8 * ring + (k + 1) % 8;
      triangles.insert(triangles.end(), {a, b, b + 8, a, b + 8, a + 8});
    }
  }
  for (uint32_t k = 1; k < 7; ++k) triangles.insert(triangles.end(), {24, 24 + k, 25 + k, 0, k + 1, k});
  return hull_rock(points, triangles, 780);
}

rf_ground scene_ground() {
  rf_ground ground = rf_default_grid().ground;
  ground.mu_min = ground.mu_max = 0.6;
  ground.restitution_normal = 0.2;
  return ground;
}

rf_ground scene_soil() {
  rf_ground ground = scene_ground();
  ground.soil_strength = 15e6;
  return ground;
}

rf_ground preset_ground(const char* name) {
  const rf_ground_preset* const preset = rf_ground_preset_find(name);
  if (!preset) require(rf::Status(RF_BAD_VALUE, "there is no such ground preset"));
  return preset->ground;
}

RampGround soil_and_rock() { return {preset_ground("medium"), preset_ground("extra_hard")}; }

Ground::Ground(const Rock& rock, uint32_t cells, double cell, Surface surface, const rf_ground& ground) {
  constexpr double kCellOfRamp = 2;
  rf_grid grid = rf_default_grid();
  grid.ground = ground;
  grid.columns = grid.rows = cells + 1;
  grid.cell_x = grid.cell_y = cell;
  grid.x0 = grid.y0 = -0.5 * cells * cell;
  std::vector<float> heights(static_cast<size_t>(grid.columns) * grid.rows, 0.0f);
  if (surface == Surface::kRoughSlope) {
    size_t node = 0;
    for (uint32_t row = 0; row < grid.rows; ++row) {
      for (uint32_t column = 0; column < grid.columns; ++column) {
        heights[node++] = static_cast<float>(-kSlope * (grid.x0 + cell * column) +
                                             cell / kCellOfRamp * roughness(column % kTile, row % kTile));
      }
    }
  }
  finish(rock, grid, std::move(heights));
}

Ground::Ground(const Rock& rock, const RampGround& ground) {
  rf_grid grid = rf_default_grid();
  grid.ground = ground.strips[0];
  grid.columns = 183;
  grid.rows = 101;
  grid.cell_x = grid.cell_y = 2;
  grid.x0 = -10;
  grid.y0 = -100;
  std::vector<float> heights;
  for (uint32_t row = 0; row < grid.rows; ++row) {
    for (uint32_t column = 0; column < grid.columns; ++column) heights.push_back(ramp_height(column, row));
  }
  finish(rock, grid, std::move(heights), fields_of(ground, grid.columns, grid.rows));
}

rf_height_field Ground::height_field() const {
  const rf_grid& of = grid();
  rf_height_field field = rf_default_height_field();
  field.columns = of.columns;
  field.rows = of.rows;
  field.heights = of.heights_f32;
  field.x0 = of.x0;
  field.y0 = of.y0;
  field.cell_x = of.cell_x;
  field.cell_y = of.cell_y;
  field.ground = of.ground;
  return field;
}

void Ground::finish(const Rock& rock, rf_grid grid, std::vector<float> heights,
                    std::vector<std::vector<float>> fields) {
  rf_settings settings = rf_default_settings();
  settings.time_step = 0.002;
  settings.stop_speed = 0.1;
  settings.stop_time = 0.5;
  settings.time_limit = 30;
  rf::Result<rf::Scene> made =
      rf::SceneBuilder().borrow(*rock).grid(grid, std::move(heights), std::move(fields)).settings(settings).build();
  require(made.status());
  owner_ = std::move(*made);
}

rf_state start(const Ground& ramp, uint32_t i, double x, double y) {
  rf_state state = rf_default_state();
  uint64_t random = 0x5EED0000ull + static_cast<uint64_t>(i) * 7919;
  splitmix64(random);
  const double u1 = uniform(random), u2 = uniform(random), u3 = uniform(random);
  const double a = std::sqrt(1 - u1), b = std::sqrt(u1);
  state.orientation[0] = b * std::cos(kTwoPi * u3);
  state.orientation[1] = a * std::sin(kTwoPi * u2);
  state.orientation[2] = a * std::cos(kTwoPi * u2);
  state.orientation[3] = b * std::sin(kTwoPi * u3);
  rf_terrain_sample below;
  rf_terrain_at(&ramp.scene.terrain, x, y, &below);
  state.position[0] = x;
  state.position[1] = y;
  state.position[2] = below.height + 2;
  return state;
}

}  // namespace bench
