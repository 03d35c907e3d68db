#include "terrain/callback_work.h"

#include "numerics/minmax.h"
#include "terrain/bounds.h"
#include "terrain/dispatch.h"
#include "terrain/vertex_writer.h"

namespace rockfall {
namespace {

double nodes(const rf_rectangle& area, double cell_x, double cell_y) {
  return ((area.x_max - area.x_min) / cell_x + 2) * ((area.y_max - area.y_min) / cell_y + 2);
}

// Nodes that the search looks at: in one call, and again in smaller parts where there may be more vertices than one
// call gives.
double searched(double nodes) {
  constexpr double kParts = 16, kBorders = 1.4;
  const double whole = smaller_of(nodes, kMaxVertexNodes);
  return nodes > kMaxCallbackVertices ? whole + kBorders * smaller_of(nodes, kParts * kMaxVertexNodes) : whole;
}

}  // namespace

double stored_nodes(const rf_terrain& terrain, const rf_rectangle& area) {
  if (const rf_grid* const grid = grid_of(terrain)) return nodes(area, grid->cell_x, grid->cell_y);
  if (const rf_height_field* const field = height_field_of(terrain)) return nodes(area, field->cell_x, field->cell_y);
  if (const rf_terrain_bounds* const bounds = bounds_of(terrain)) return stored_nodes(bounds->base, area);
  const rf_roughness* const roughness = roughness_of(terrain);
  return roughness ? stored_nodes(roughness->base, area) : 0;
}

double upper_plane_work(const rf_terrain& terrain, const rf_rectangle& area) {
  constexpr double kNode = 40, kCoarseCell = 4;
  const rf_terrain_bounds* const bounds = bounds_of(terrain);
  if (!bounds) {
    const rf_roughness* const roughness = roughness_of(terrain);
    if (roughness) return upper_plane_work(roughness->base, area);
    const double most = grid_of(terrain) ? kMaxBoundedNodes : kMaxBoundedSamples;
    return smaller_of(stored_nodes(terrain, area), most) * kNode;
  }
  return smaller_of(nodes(area, coarse_width(*bounds), coarse_depth(*bounds)), kMaxCoarseCells) * kCoarseCell;
}

double sample_work(const rf_terrain& terrain) {
  constexpr double kHeightField = 160, kCornersOfRelief = 900;
  if (height_field_of(terrain)) return kHeightField;
  if (const rf_terrain_bounds* const bounds = bounds_of(terrain)) return sample_work(bounds->base);
  const rf_roughness* const roughness = roughness_of(terrain);
  if (!roughness) return kSampleWork;
  const double base = sample_work(roughness->base);
  return base + kCornersOfRelief + (Relief(*roughness).is_uniform() ? 0 : 4 * base);
}

double relief_node_work(const rf_roughness& roughness) {
  constexpr double kRandom = 100, kBorder = 1.8;  // a tile also looks at the nodes around it
  const double base = sample_work(roughness.base);
  return kBorder * (kRandom + (Relief(roughness).is_uniform() ? base : 2 * base));
}

double vertex_search_work(const rf_terrain& terrain, const rf_rectangle& area) {
  if (const rf_terrain_bounds* const bounds = bounds_of(terrain)) return vertex_search_work(bounds->base, area);
  const rf_roughness* const roughness = roughness_of(terrain);
  if (!roughness) return searched(stored_nodes(terrain, area)) * kNodeWork;
  const double own = nodes(area, roughness->spacing, roughness->spacing);
  return searched(own) * relief_node_work(*roughness) + vertex_search_work(roughness->base, area);
}

}  // namespace rockfall
