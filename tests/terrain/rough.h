// Terrains with relief below the resolution of their base, for tests.
#pragma once

#include <doctest/doctest.h>
#include <rockfall/hash.h>

#include <cstring>
#include <vector>

#include "support/random.h"
#include "support/refusal.h"
#include "terrain/roughness.h"

namespace rough {

using support::kNaN;
using support::Random;

inline void set_obstacles(rf_ground& ground, double h70, double h20, double h10) {
  ground.roughness_70 = h70;
  ground.roughness_20 = h20;
  ground.roughness_10 = h10;
}

// Relief over a plane or a grid. Not movable: the terrains point to the members.
struct Rough {
  Rough() : roughness(rf_default_roughness()), plane(rf_default_plane()), grid(rf_default_grid()) {
    grid.cell_x = grid.cell_y = 1;
  }
  Rough(const Rough&) = delete;

  void over_plane(double slope_x, double slope_y) {
    plane.slope_x = slope_x;
    plane.slope_y = slope_y;
    REQUIRE(rf_plane_terrain(&plane, &roughness.base, nullptr) == RF_OK);
    renew();
  }
  void over_grid(Random& random, uint32_t columns, uint32_t rows, double slope_x, double bump) {
    grid.columns = columns;
    grid.rows = rows;
    grid.x0 = -0.5 * columns * grid.cell_x;
    grid.y0 = -0.5 * rows * grid.cell_y;
    heights.resize(static_cast<size_t>(columns) * rows);
    for (uint32_t i = 0; i < heights.size(); ++i) {
      heights[i] = slope_x * grid.cell_x * (i % columns) + random.between(-bump, bump);
    }
    grid.heights_f64 = heights.data();
    renew_grid();
  }
  void renew_grid() {
    REQUIRE(rf_grid_terrain(&grid, &roughness.base, nullptr) == RF_OK);
    renew();
  }
  void renew() { REQUIRE(rf_rough_terrain(&roughness, &terrain, nullptr) == RF_OK); }

  rf_terrain_sample sample(double x, double y) const { return sample_of(terrain, x, y); }
  static rf_terrain_sample sample_of(const rf_terrain& of, double x, double y) {
    rf_terrain_sample s;
    REQUIRE(rf_terrain_at(&of, x, y, &s) == RF_OK);
    return s;
  }
  rf_upper_plane upper_plane(const rf_rectangle& area) const {
    rf_upper_plane plane_above;
    terrain.upper_plane(terrain.user, &area, &plane_above);
    return plane_above;
  }

  rf_roughness roughness;
  rf_plane plane;
  rf_grid grid;
  std::vector<double> heights;
  rf_terrain terrain;
};

// A grid whose obstacles differ from place to place, with a hole.
struct RoughFields : Rough {
  explicit RoughFields(Random& random) : field(3 * 24 * 20) {
    for (float& f : field) f = static_cast<float>(random.between(0, 0.8));
    for (int k = 0; k < 3; ++k) grid.fields[RF_GROUND_ROUGHNESS_70 + k] = field.data() + 24 * 20 * k;
    grid.cell_x = 2;
    grid.cell_y = 1.5;
    over_grid(random, 24, 20, -1.2, 0.4);
    for (const uint32_t node : {24u * 8 + 10, 24u * 9 + 10}) heights[node] = kNaN;
    renew_grid();
  }
  std::vector<float> field;
};

// The callbacks of another terrain behind callbacks of the host, which the library does not recognise.
inline void forward(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  const rf_terrain& terrain = *static_cast<const rf_terrain*>(user);
  terrain.sample(terrain.user, xy, count, out);
}
inline void forward_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
  const rf_terrain& terrain = *static_cast<const rf_terrain*>(user);
  terrain.upper_plane(terrain.user, area, out);
}
inline rf_terrain forwarded(const rf_terrain& terrain) {
  rf_terrain other = terrain;
  other.user = const_cast<rf_terrain*>(&terrain);
  other.sample = forward;
  other.upper_plane = forward_upper_plane;
  other.terrain_vertices = nullptr;
  return other;
}

inline bool same_sample(const rf_terrain_sample& a, const rf_terrain_sample& b) {
  if (!a.exists || !b.exists) return a.exists == b.exists;
  return a.height == b.height && std::memcmp(a.normal, b.normal, sizeof a.normal) == 0 &&
         rf_hash_ground(&a.ground) == rf_hash_ground(&b.ground);
}

}  // namespace rough
