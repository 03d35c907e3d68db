#include "terrain/terrain.h"

#include <rockfall/terrain.h>

#include <limits>

#include "api/check.h"
#include "api/default.h"
#include "numerics/floating_point_environment.h"
#include "numerics/minmax.h"
#include "terrain/grid.h"
#include "terrain/ground_heights.h"
#include "terrain/ground_members.h"
#include "terrain/plane.h"

using namespace rockfall;

namespace {

rf_status check_layout(const rf_grid& grid, rf_error* error) {
  RF_TRY(check_range(error, "grid.columns", grid.columns, 2, 65536, "between 2 and 65536"));
  RF_TRY(check_range(error, "grid.rows", grid.rows, 2, 65536, "between 2 and 65536"));
  RF_TRY(check_finite(error, "grid.x0", grid.x0));
  RF_TRY(check_finite(error, "grid.y0", grid.y0));
  RF_TRY(check_axis(error, "grid.cell_x", grid.x0, grid.cell_x, grid.columns));
  RF_TRY(check_axis(error, "grid.cell_y", grid.y0, grid.cell_y, grid.rows));
  RF_TRY(check_all_finite(error, "grid.origin", grid.origin, 3));
  if (!grid.heights_f32 == !grid.heights_f64) {
    return fail(error, grid.heights_f32 ? RF_BAD_VALUE : RF_NULL_ARGUMENT,
                "exactly one of grid.heights_f32 and grid.heights_f64 must be set");
  }
  return check_ground_of("grid.ground", grid.ground, error);
}

rf_status fail_node(rf_error* error, const char* rule, size_t index, uint32_t columns) {
  return fail_with(error, RF_BAD_VALUE, "grid at node (column %zu, row %zu): %s", index % columns, index / columns,
                   rule);
}

rf_status check_heights(const rf_grid& grid, rf_error* error) {
  const size_t count = static_cast<size_t>(grid.columns) * grid.rows;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (size_t i = 0; i < count; ++i) {
    const double z = grid.heights_f32 ? static_cast<double>(grid.heights_f32[i]) : grid.heights_f64[i];
    if (std::isinf(z)) return fail_node(error, "the height is infinite; a hole is NaN", i, grid.columns);
    low = z < low ? z : low;
    high = z > high ? z : high;
  }
  if (low > high) return fail(error, RF_BAD_VALUE, "grid has no heights: every node is NaN");
  return check_slopes(error, "grid.heights: highest minus lowest", low, high, grid.cell_x, grid.cell_y);
}

// RF_OK if a member has a value that is right beside some other friction coefficient.
rf_status check_alone(rf_ground ground, int member, double value, rf_error* error) {
  ground_member(ground, member) = value;
  if (member == RF_GROUND_MU_MIN) ground.mu_max = larger_of(ground.mu_max, value);
  if (member == RF_GROUND_MU_MAX) ground.mu_min = 0;
  return rf_ground_check(&ground, error);
}

rf_status fail_friction(rf_error* error, size_t index, uint32_t columns, const rf_ground& ground) {
  return fail_with(error, RF_BAD_VALUE,
                   "mu_max at node (column %zu, row %zu) is %.9g, below mu_min, which is %.9g there", index % columns,
                   index / columns, ground.mu_max, ground.mu_min);
}

// The fields combined with the uniform ground must give a valid ground at every node.
rf_status check_fields(const rf_grid& grid, rf_error* error) {
  bool any = false;
  for (const float* field : grid.fields) any = any || field;
  if (!any) return RF_OK;
  const size_t count = static_cast<size_t>(grid.columns) * grid.rows;
  for (size_t i = 0; i < count; ++i) {
    rf_ground ground = grid.ground;
    for (int k = 0; k < RF_GROUND_FIELD_COUNT; ++k) {
      if (grid.fields[k]) ground_member(ground, k) = static_cast<double>(grid.fields[k][i]);
    }
    if (rf_ground_check(&ground, nullptr) == RF_OK) continue;
    for (int k = 0; k < RF_GROUND_FIELD_COUNT; ++k) {
      rf_error rule = {};
      if (!grid.fields[k] || check_alone(grid.ground, k, ground_member(ground, k), &rule) == RF_OK) continue;
      return fail_node(error, rule.text, i, grid.columns);
    }
    return fail_friction(error, i, grid.columns, ground);
  }
  return RF_OK;
}

// Largest value of a member of the ground anywhere on the grid, the member being >= 0.
double largest_of(const rf_grid& grid, rf_ground_field member) {
  const float* const values = grid.fields[member];
  if (!values) return ground_member(grid.ground, member);
  const size_t count = static_cast<size_t>(grid.columns) * grid.rows;
  double largest = 0;
  for (size_t i = 0; i < count; ++i) largest = larger_of(largest, static_cast<double>(values[i]));
  return largest;
}

double layer_height_max(const rf_grid& grid) {
  const bool drag = grid.ground.layer_drag > 0 || grid.ground.layer_drag_rotation > 0 ||
                    grid.fields[RF_GROUND_LAYER_DRAG] || grid.fields[RF_GROUND_LAYER_DRAG_ROTATION];
  return drag ? largest_of(grid, RF_GROUND_LAYER_HEIGHT) : 0;
}

double contact_drag_height_max(const rf_grid& grid) {
  const bool drag = grid.ground.contact_drag > 0 || grid.fields[RF_GROUND_CONTACT_DRAG];
  return drag ? largest_of(grid, RF_GROUND_CONTACT_DRAG_HEIGHT) : 0;
}

double roughness_max(const rf_grid& grid) {
  return larger_of(largest_of(grid, RF_GROUND_ROUGHNESS_70),
                   larger_of(largest_of(grid, RF_GROUND_ROUGHNESS_20), largest_of(grid, RF_GROUND_ROUGHNESS_10)));
}

}  // namespace

extern "C" {

rf_status rf_init_terrain(rf_terrain* out, size_t size) {
  rf_terrain terrain = {};
  terrain.layer_height_max = 1e9;
  terrain.contact_drag_height_max = 1e9;
  terrain.contact_drag_max = 1e9;
  terrain.roughness_max = 1e9;
  terrain.uniform_beta = -1;
  return write_default(terrain, out, size);
}

rf_status rf_init_grid(rf_grid* out, size_t size) {
  rf_grid grid = {};
  grid.ground = rf_default_ground();
  return write_default(grid, out, size);
}

rf_status rf_grid_terrain(const rf_grid* grid, rf_terrain* terrain, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!grid) return fail_null(error, "grid");
  if (!terrain) return fail_null(error, "terrain");
  if (grid->struct_size != sizeof *grid) return fail_def(error, "grid");
  RF_TRY(check_layout(*grid, error));
  RF_TRY(check_heights(*grid, error));
  RF_TRY(check_fields(*grid, error));
  *terrain = rf_default_terrain();
  terrain->user = const_cast<rf_grid*>(grid);
  terrain->sample = grid_sample;
  if (grid->materials) terrain->material = grid_material;
  terrain->upper_plane = grid_upper_plane;
  terrain->terrain_vertices = grid_vertices;
  terrain->layer_height_max = layer_height_max(*grid);
  terrain->contact_drag_height_max = contact_drag_height_max(*grid);
  terrain->contact_drag_max = largest_of(*grid, RF_GROUND_CONTACT_DRAG);
  terrain->roughness_max = roughness_max(*grid);
  terrain->uniform_beta = grid->fields[RF_GROUND_BETA] ? -1 : grid->ground.beta;
  for (int k = 0; k < 3; ++k) terrain->origin[k] = grid->origin[k];
  return succeed(error);
}

rf_status rf_init_plane(rf_plane* out, size_t size) {
  rf_plane plane = {};
  plane.ground = rf_default_ground();
  return write_default(plane, out, size);
}

rf_status rf_plane_terrain(const rf_plane* plane, rf_terrain* terrain, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!plane) return fail_null(error, "plane");
  if (!terrain) return fail_null(error, "terrain");
  if (plane->struct_size != sizeof *plane) return fail_def(error, "plane");
  RF_TRY(check_finite(error, "plane.height", plane->height));
  RF_TRY(check_finite(error, "plane.slope_x", plane->slope_x));
  RF_TRY(check_finite(error, "plane.slope_y", plane->slope_y));
  RF_TRY(check_range(error, "plane.slope_x", plane->slope_x, -kSteepest, kSteepest, "between -1e150 and 1e150"));
  RF_TRY(check_range(error, "plane.slope_y", plane->slope_y, -kSteepest, kSteepest, "between -1e150 and 1e150"));
  RF_TRY(check_ground_of("plane.ground", plane->ground, error));
  *terrain = rf_default_terrain();
  terrain->user = const_cast<rf_plane*>(plane);
  terrain->sample = plane_sample;
  if (plane->material) terrain->material = plane_material;
  terrain->upper_plane = plane_upper_plane;
  const GroundHeights heights = heights_of(plane->ground);
  terrain->layer_height_max = heights.layer;
  terrain->contact_drag_height_max = heights.contact_drag;
  terrain->contact_drag_max = plane->ground.contact_drag;
  terrain->roughness_max = heights.roughness;
  terrain->uniform_beta = plane->ground.beta;
  return succeed(error);
}

uint32_t rf_material_at(const rf_terrain* terrain, double x, double y) {
  const FloatingPointEnvironment environment;
  return terrain && is_finite(x) && is_finite(y) ? material_at(*terrain, x, y) : 0;
}

rf_status rf_terrain_at(const rf_terrain* terrain, double x, double y, rf_terrain_sample* sample) {
  const FloatingPointEnvironment environment;
  if (!terrain || !terrain->sample || !sample) return RF_NULL_ARGUMENT;
  if (terrain->struct_size != sizeof *terrain) return RF_BAD_DEF;
  *sample = {};
  if (!is_finite(x) || !is_finite(y)) return RF_OK;
  const double xy[2] = {x, y};
  terrain->sample(terrain->user, xy, 1, sample);
  return RF_OK;
}

}  // extern "C"
