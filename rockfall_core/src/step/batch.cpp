#include "step/batch.h"

#include "body/end_conditions.h"
#include "body/slippage.h"
#include "contact/detection.h"
#include "contact/soil_layer.h"
#include "numerics/processor.h"
#include "rock/rock.h"
#include "step/ground_at_point.h"
#include "step/moreau_step.h"
#include "step/observation.h"
#include "step/passages.h"
#include "step/terrain_vertex_query.h"
#include "terrain/dispatch.h"
#include "terrain/terrain.h"

namespace rockfall {
namespace {

GroundBound ground_bound(const BatchJob& job, const rf_rectangle& area) {
  return job.grid ? job.grid->bound(area) : CallbackTerrain(job.scene->terrain).bound_with_spread(area);
}

GroundBound near_bound(const BatchJob& job, const rf_rectangle& area) {
  return CallbackTerrain(job.scene->terrain).bound(area);
}

double slope_spread(const BatchJob& job, const rf_rectangle& area, const rf_upper_plane& plane) {
  return job.grid->slope_spread(area, plane);
}

TerrainVertices find_terrain_vertices(const BatchJob& job, const rf_rock& rock, const rf_rectangle& area) {
  constexpr double kMostNodes = 64;  // a search of more would cost more than it saves
  TerrainVertices found;
  if (!job.grid || job.grid->nodes_of(area) > kMostNodes || may_leave_out_vertices(*job.grid, rock)) return found;
  found.count = 0;
  job.grid->for_each_terrain_vertex(area, 1, [&](double x, double y, double z) {
    if (found.count < TerrainVertices::kRoom) {
      double* const place = found.place[found.count];
      place[0] = x;
      place[1] = y;
      place[2] = z;
    }
    ++found.count;
  });
  return found;
}

double slippage_decay_at(const rf_terrain& terrain, double time_step, double x, double y) {
  double beta;
  const bool exists = ground_members_at(terrain, x, y, one_member(RF_GROUND_BETA), &beta);
  return exists ? slippage_decay(beta, time_step) : 1.0;
}

// Find the cell below a point. False where the terrain is no grid and no height field, over holes and the last cells,
// and outside of the terrain.
bool inner_cell(const rf_terrain& terrain, double x, double y, CellCorners& cell) {
  if (const rf_grid* const grid = grid_of(terrain)) return GridTerrain(*grid).inner_cell(x, y, cell);
  const rf_height_field* const field = height_field_of(terrain);
  return field && HeightField(*field).inner_cell(x, y, cell);
}

CoreCalls core_calls() {
  CoreCalls core = {};
  core.query_ground = query_ground;
  core.find_flight_drag = find_flight_drag;
  core.area_ground = area_ground;
  core.contact_ground_at = contact_ground_at;
  core.add_drag_below = add_drag_below;
  core.hull_arrays = [](const rf_rock& rock) { return HullArrays(rock); };
  core.soil_drag = soil_drag;
  core.finds_steep_face = finds_steep_face;
  core.find_soil_contacts = find_soil_contacts;
  core.observe_soil = observe_soil_below;
  core.touches_terrain_vertex = touches_terrain_vertex;
  core.hull_contains = hull_contains;
  core.step_detected = step_detected;
  core.bound = ground_bound;
  core.near_bound = near_bound;
  core.slope_spread = slope_spread;
  core.find_terrain_vertices = find_terrain_vertices;
  core.take_rocks = [](SharedRocks& shared, RockRange& rocks) { return shared.take(rocks); };
  core.rocks_wait = [](const SharedRocks& shared) { return !shared.empty(); };
  core.can_step = can_step;
  core.step = moreau_step;
  core.slippage_decay_at = slippage_decay_at;
  core.cell = inner_cell;
  core.height_above_ground = height_above_ground;
  core.observe_contact = observe_contact;
  core.passage_at = passage_at;
  core.top_of = top_of;
  return core;
}

// With fewer rocks most lanes of the widest vectors are idle.
constexpr uint32_t kMinRocksForLanes = 3;

LaneRunner widest_runner() {
#ifdef ROCKFALL_X86_LANES
  if (runs_avx512_lanes()) return run_lanes_avx512;
  if (runs_avx2_lanes()) return run_lanes_avx2;
#endif
  return run_lanes_baseline;
}

}  // namespace

bool can_batch(const rf_scene& scene) {
  return scene.settings.model == RF_MODEL_HARD_CONTACT && may_be_hole_free(scene.terrain);
}

BatchJob batch_job(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps) {
  const double beta = scene.terrain.uniform_beta;
  BatchJob job = {};
  job.scene = &scene;
  job.states = states;
  job.count = job.together = count;
  job.steps = steps;
  job.slippage_decay = beta >= 0 ? slippage_decay(beta, scene.settings.time_step) : -1.0;
  job.kernels = &fastest_kernels();
  job.core = core_calls();
  job.everywhere = ground_everywhere(scene, nullptr);
  const rf_height_field* const field = height_field_of(scene.terrain);
  job.on_height_field = field != nullptr;
  job.surface = field ? HeightField(*field).surface() : CellSurface::bilinear;
  return job;
}

void step_batch(const BatchJob& job) {
  step_batch(job, job.together < kMinRocksForLanes ? run_lanes_one : widest_runner());
}

void step_batch(const BatchJob& job, LaneRunner run) {
  const rf_grid* const grid = grid_of(job.scene->terrain);
  if (!grid) return run(job);
  GridTerrain terrain(*grid);
  terrain.find_fields();
  BatchJob on_grid = job;
  on_grid.grid = &terrain;
  on_grid.ground = terrain.uniform_ground();
  on_grid.everywhere = ground_everywhere(*job.scene, &terrain);
  const rf_ground* const ground = on_grid.ground;
  const bool drags_spin = !ground || ground->soil_drag_rotation > 0;
  on_grid.soil_pressure = drags_spin ? -1.0 : soil_pressure(ground->soil_drag, ground->soil_density);
  on_grid.ground_varies = !on_grid.ground;
  on_grid.has_contact_drag = terrain.has_contact_drag();
  on_grid.soil_in_lanes = soil_in_lanes(*job.scene, terrain);
  run(on_grid);
}

}  // namespace rockfall
