#include "terrain/surface_height.h"

#include "terrain/dispatch.h"

namespace rockfall {
namespace {

bool height_of_field(const rf_height_field& field, double x, double y, FieldCell& last, double& z) {
  const HeightField heights(field);
  HeightField::Cell cell;
  if (!heights.find(x, y, cell)) return false;
  if (!last.known || last.column != cell.column || last.row != cell.row) {
    last.column = cell.column;
    last.row = cell.row;
    last.known = heights.corners(cell, last.corners);
    if (!last.known) return false;
  }
  z = heights.point_on(last.corners, cell).height;
  return true;
}

bool has_relief(const rf_terrain& terrain) {
  if (const rf_terrain_bounds* const bounds = bounds_of(terrain)) return has_relief(bounds->base);
  return roughness_of(terrain) != nullptr;
}

}  // namespace

bool has_fast_heights(const rf_terrain& terrain) {
  const rf_roughness* const roughness = roughness_of(terrain);
  if (!roughness) return grid_of(terrain) || height_field_of(terrain) || plane_of(terrain);
  return roughness->heights && has_fast_heights(roughness->base);
}

bool surface_height(const rf_terrain& terrain, double x, double y, SurfaceMemory& memory, double& z) {
  if (const rf_grid* const grid = grid_of(terrain)) return GridTerrain(*grid).height_at(x, y, z);
  if (const rf_height_field* const field = height_field_of(terrain))
    return height_of_field(*field, x, y, memory.field, z);
  if (const rf_terrain_bounds* const bounds = bounds_of(terrain)) return surface_height(bounds->base, x, y, memory, z);
  const rf_roughness* const roughness = roughness_of(terrain);
  if (!roughness) return callback_height(terrain, x, y, z);
  SurfaceMemory other = {};  // one cell of relief is remembered, that of the last relief
  if (!surface_height(roughness->base, x, y, has_relief(roughness->base) ? other : memory, z)) return false;
  z += Relief(*roughness).height_at(x, y, memory.relief);
  return true;
}

}  // namespace rockfall
