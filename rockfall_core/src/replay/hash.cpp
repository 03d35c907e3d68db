#include "replay/hash.h"

#include <initializer_list>

#include "replay/fields.h"
#include "terrain/dispatch.h"

namespace rockfall {
namespace {

// Source of a terrain hash: terrains of different kinds have different hashes.
enum Source : uint64_t { kGrid = 1, kPlane, kIdentity, kSamples, kRoughness };

rf_terrain_hash hash_grid(const rf_grid& grid) {
  Hasher surface(kHashSurface), ground(kHashTerrainGround);
  surface.word(kGrid);
  surface.word(grid.columns);
  surface.word(grid.rows);
  for (const double value : {grid.x0, grid.y0, grid.cell_x, grid.cell_y}) surface.real(value);
  const GridTerrain terrain(grid);
  for (uint32_t row = 0; row < grid.rows; ++row) {
    for (uint32_t column = 0; column < grid.columns; ++column) surface.real(terrain.height(column, row));
  }
  ground.word(kGrid);
  hash_fields(kGroundFields, &grid.ground, ground);
  const size_t nodes = static_cast<size_t>(grid.columns) * grid.rows;
  for (int k = 0; k < RF_GROUND_FIELD_COUNT; ++k) {
    if (!grid.fields[k]) continue;
    ground.word(static_cast<uint64_t>(k));
    for (size_t i = 0; i < nodes; ++i) ground.real(static_cast<double>(grid.fields[k][i]));
  }
  return {surface.value(), ground.value()};
}

rf_terrain_hash hash_plane(const rf_plane& plane) {
  Hasher surface(kHashSurface), ground(kHashTerrainGround);
  surface.word(kPlane);
  for (const double value : {plane.height, plane.slope_x, plane.slope_y}) surface.real(value);
  ground.word(kPlane);
  hash_fields(kGroundFields, &plane.ground, ground);
  return {surface.value(), ground.value()};
}

// Adds the obstacle heights of a built-in terrain, which form the surface of a rough one.
void hash_obstacles(const rf_terrain& terrain, Hasher& hasher) {
  if (const rf_roughness* const roughness = roughness_of(terrain)) return hash_obstacles(roughness->base, hasher);
  const rf_grid* const grid = grid_of(terrain);
  const rf_plane* const plane = plane_of(terrain);
  if (!grid && !plane) return;
  const rf_ground& ground = grid ? grid->ground : plane->ground;
  for (const double height : {ground.roughness_70, ground.roughness_20, ground.roughness_10}) hasher.real(height);
  if (!grid) return;
  const size_t nodes = static_cast<size_t>(grid->columns) * grid->rows;
  for (int k = RF_GROUND_ROUGHNESS_70; k <= RF_GROUND_ROUGHNESS_10; ++k) {
    if (!grid->fields[k]) continue;
    hasher.word(static_cast<uint64_t>(k));
    for (size_t i = 0; i < nodes; ++i) hasher.real(static_cast<double>(grid->fields[k][i]));
  }
}

rf_terrain_hash hash_roughness(const rf_roughness& roughness) {
  const rf_terrain_hash base = hash_terrain(roughness.base);
  Hasher surface(kHashSurface), ground(kHashTerrainGround);
  surface.word(kRoughness);
  surface.real(roughness.spacing);
  surface.word(roughness.seed);
  surface.word(static_cast<uint64_t>(roughness.column));
  surface.word(static_cast<uint64_t>(roughness.row));
  surface.word(base.surface);
  hash_obstacles(roughness.base, surface);
  ground.word(kRoughness);
  ground.word(base.ground);
  return {surface.value(), ground.value()};
}

rf_terrain_hash hash_identity(uint64_t identity) {
  Hasher surface(kHashSurface), ground(kHashTerrainGround);
  for (Hasher* hasher : {&surface, &ground}) {
    hasher->word(kIdentity);
    hasher->word(identity);
  }
  return {surface.value(), ground.value()};
}

}  // namespace

uint64_t hash_state(const rf_state& state) {
  Hasher hasher(kHashState);
  hash_fields(kStateFields, &state, hasher);
  return hasher.value();
}

uint64_t hash_states(const rf_state* states, uint32_t count) {
  Hasher hasher(kHashStates);
  hasher.word(count);
  for (uint32_t i = 0; i < count; ++i) hash_fields(kStateFields, states + i, hasher);
  return hasher.value();
}

uint64_t hash_rock(const rf_rock& rock) {
  Hasher hasher(kHashRock);
  for (const uint32_t count : {rock.vertex_count, rock.triangle_count, rock.face_count}) hasher.word(count);
  for (const double value : {rock.mass, rock.volume, rock.density, rock.bounding_radius}) hasher.real(value);
  for (const double* values : {rock.inertia, rock.inverse_inertia, rock.centre_of_mass, rock.extent}) {
    hasher.reals(values, 3);
  }
  hasher.reals(rock.frame, 4);
  hasher.reals(rock.vertices(), 3 * static_cast<size_t>(rock.vertex_count));
  for (uint32_t i = 0; i < rock.face_count; ++i) hasher.reals(rock.face(i), 4);
  for (uint32_t i = 0; i < 3 * rock.triangle_count; ++i) hasher.word(rock.triangles()[i]);
  return hasher.value();
}

uint64_t hash_rocks(const rf_rock* const* rocks, uint32_t count) {
  Hasher hasher(kHashRocks);
  hasher.word(count);
  for (uint32_t i = 0; i < count; ++i) hasher.word(hash_rock(*rocks[i]));
  return hasher.value();
}

uint64_t hash_ground(const rf_ground& ground) {
  Hasher hasher(kHashGround);
  hash_fields(kGroundFields, &ground, hasher);
  return hasher.value();
}

uint64_t hash_settings(const rf_settings& settings) {
  Hasher hasher(kHashSettings);
  hash_fields(kSettingsFields, &settings, hasher);
  return hasher.value();
}

bool is_built_in(const rf_terrain& terrain) {
  if (const rf_roughness* const roughness = roughness_of(terrain)) return is_built_in(roughness->base);
  return grid_of(terrain) || plane_of(terrain);
}

uint64_t rough_identity(const rf_roughness& roughness) {
  if (roughness.base.identity == 0) return 0;
  Hasher hasher(kHashRoughness);
  hasher.word(roughness.base.identity);
  hasher.real(roughness.spacing);
  hasher.word(roughness.seed);
  hasher.word(static_cast<uint64_t>(roughness.column));
  hasher.word(static_cast<uint64_t>(roughness.row));
  return hasher.value() != 0 ? hasher.value() : 1;
}

rf_terrain_hash hash_terrain(const rf_terrain& terrain) {
  if (const rf_grid* const grid = grid_of(terrain)) return hash_grid(*grid);
  if (const rf_plane* const plane = plane_of(terrain)) return hash_plane(*plane);
  if (is_built_in(terrain)) return hash_roughness(*roughness_of(terrain));
  return hash_identity(terrain.identity);
}

rf_terrain_hash hash_samples(const rf_terrain& terrain, const rf_rectangle& area, uint32_t columns, uint32_t rows) {
  Hasher surface(kHashSurface), ground(kHashTerrainGround);
  surface.word(kSamples);
  ground.word(kSamples);
  for (uint32_t row = 0; row < rows; ++row) {
    const double v = static_cast<double>(row) / (rows - 1);
    for (uint32_t column = 0; column < columns; ++column) {
      const double u = static_cast<double>(column) / (columns - 1);
      const double xy[2] = {area.x_min * (1 - u) + area.x_max * u, area.y_min * (1 - v) + area.y_max * v};
      rf_terrain_sample sample = {};
      terrain.sample(terrain.user, xy, 1, &sample);
      surface.word(sample.exists != 0);
      if (!sample.exists) continue;
      surface.real(sample.height);
      surface.reals(sample.normal, 3);
      hash_fields(kGroundFields, &sample.ground, ground);
    }
  }
  return {surface.value(), ground.value()};
}

}  // namespace rockfall
