#include "terrain/callback_parts.h"

#include "terrain/dispatch.h"

namespace rockfall {

rf_upper_plane plane_without_spread(const rf_terrain& terrain, const rf_rectangle& area) {
  if (const rf_grid* const grid = grid_of(terrain)) return GridTerrain(*grid).bound(area).plane;
  if (const rf_height_field* const field = height_field_of(terrain)) return height_field_plane(*field, area);
  const rf_roughness* const roughness = roughness_of(terrain);
  if (!roughness) return callback_plane(terrain, area);
  rf_upper_plane plane = plane_without_spread(roughness->base, area);
  raise_plane(*roughness, area, plane);
  return plane;
}

bool surface_without_ground(const rf_terrain& terrain, double x, double y, double& height, double normal[3]) {
  if (const rf_grid* const grid = grid_of(terrain)) return GridTerrain(*grid).surface_at(x, y, height, normal);
  if (const rf_terrain_bounds* const bounds = bounds_of(terrain)) {
    return surface_without_ground(bounds->base, x, y, height, normal);
  }
  if (const rf_roughness* const roughness = roughness_of(terrain)) {
    if (!surface_without_ground(roughness->base, x, y, height, normal)) return false;
    ReliefCell cell = {};
    raise_surface(Relief(*roughness), x, y, cell, height, normal);
    return true;
  }
  rf_terrain_sample sample;
  if (!callback_sample(terrain, x, y, sample)) return false;
  height = sample.height;
  for (int k = 0; k < 3; ++k) normal[k] = sample.normal[k];
  return true;
}

const rf_grid* grid_below_stored_relief(const rf_terrain& terrain, const double centre[2], double half_side,
                                        ReliefView& relief) {
  const rf_roughness* const roughness = roughness_of(terrain);
  if (!roughness || !roughness->heights) return nullptr;
  const rf_grid* const grid = grid_of(roughness->base);
  if (!grid) return nullptr;
  relief = Relief(*roughness).stored();
  const auto is_inside = [&](double at, double first, double count) {
    constexpr double kMargin = 1;  // nodes
    const double low = (at - half_side) / relief.spacing - first, high = (at + half_side) / relief.spacing - first;
    return low >= kMargin && high <= count - 1 - kMargin;
  };
  const bool inside =
      is_inside(centre[0], relief.first_column, relief.columns) && is_inside(centre[1], relief.first_row, relief.rows);
  return inside ? grid : nullptr;
}

bool ground_members_at(const rf_terrain& terrain, double x, double y, GroundMembers members, double* out) {
  if (const rf_grid* const grid = grid_of(terrain)) return GridTerrain(*grid).ground_members(x, y, members, out);
  if (const rf_terrain_bounds* const bounds = bounds_of(terrain)) {
    return ground_members_at(bounds->base, x, y, members, out);
  }
  if (const rf_roughness* const roughness = roughness_of(terrain)) {
    return ground_members_at(roughness->base, x, y, members, out);
  }
  rf_terrain_sample below;
  if (!callback_sample(terrain, x, y, below)) return false;
  for (int k = members.first; k <= members.last; ++k) out[k - members.first] = ground_member(below.ground, k);
  return true;
}

bool sample_for_contacts(const rf_terrain& terrain, double x, double y, rf_terrain_sample& out) {
  if (const rf_grid* const grid = grid_of(terrain)) return GridTerrain(*grid).contact_sample(x, y, out);
  if (const rf_roughness* const roughness = roughness_of(terrain)) {
    if (!sample_for_contacts(roughness->base, x, y, out)) return false;
    ReliefCell cell = {};
    raise_surface(Relief(*roughness), x, y, cell, out.height, out.normal);
    return true;
  }
  return callback_sample(terrain, x, y, out);
}

}  // namespace rockfall
