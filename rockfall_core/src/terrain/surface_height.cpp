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

// Of a terrain that is no relief, or of relief without remembering a cell of it.
bool height_of_base(const rf_terrain& terrain, double x, double y, FieldCell& last, double& z) {
  if (const rf_height_field* const field = height_field_of(terrain)) return height_of_field(*field, x, y, last, z);
  return visit_terrain(terrain, [&](const auto& base) { return base.height_at(x, y, z); });
}

}  // namespace

bool surface_height(const rf_terrain& terrain, double x, double y, SurfaceMemory& memory, double& z) {
  const rf_roughness* const roughness = roughness_of(terrain);
  if (!roughness) return height_of_base(terrain, x, y, memory.field, z);
  if (!height_of_base(roughness->base, x, y, memory.field, z)) return false;
  z += Relief(*roughness).at(x, y, memory.relief).height;
  return true;
}

}  // namespace rockfall
