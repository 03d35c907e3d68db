#include "terrain/node_counts.h"

#include "terrain/dispatch.h"

namespace rockfall {
namespace {

double count(const rf_rectangle& area, double cell_x, double cell_y) {
  return ((area.x_max - area.x_min) / cell_x + 2) * ((area.y_max - area.y_min) / cell_y + 2);
}

}  // namespace

NodeCounts nodes_over(const rf_terrain& terrain, const rf_rectangle& area) {
  if (const rf_grid* const grid = grid_of(terrain)) return {count(area, grid->cell_x, grid->cell_y), 0};
  if (const rf_height_field* const field = height_field_of(terrain)) {
    return {count(area, field->cell_x, field->cell_y), 0};
  }
  const rf_roughness* const roughness = roughness_of(terrain);
  if (!roughness) return {0, 0};
  NodeCounts counts = nodes_over(roughness->base, area);
  counts.relief += count(area, roughness->spacing, roughness->spacing);
  return counts;
}

}  // namespace rockfall
