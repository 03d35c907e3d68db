#include "step/terrain_vertex_query.h"

#include "contact/detection.h"
#include "step/batch.h"

namespace rockfall {
namespace {

bool touches_terrain_vertex(const GridTerrain& grid, const rf_rock& rock, const Placement& at) {
  const rf_rectangle area = footprint(rock, at.position);
  if (grid.has_no_node(area)) return false;
  if (may_leave_out_vertices(grid, rock)) return true;
  HullDepths hull(rock, at.rotation.row(2).transpose());
  InnerVertex vertex;
  bool found = false;
  grid.for_each_vertex_below(area, rock.bounding_radius, most_searched_nodes(rock), [&](double x, double y, double z) {
    if (found) return;
    vertex.place = Vec3(x, y, z);
    found = is_inner_vertex(rock, at, hull, vertex);
  });
  return found;
}

}  // namespace

bool touches_terrain_vertex(const BatchJob& job, const rf_rock& rock, const double position[3],
                            const double rotation[9]) {
  return touches_terrain_vertex(*job.grid, rock, {load3(position), matrix_of_rows(rotation)});
}

bool hull_contains(const rf_rock& rock, const double position[3], const double rotation[9], const double place[3]) {
  InnerVertex vertex;
  vertex.place = load3(place);
  const Placement at = {load3(position), matrix_of_rows(rotation)};
  HullDepths hull(rock, at.rotation.row(2).transpose());
  return is_inner_vertex(rock, at, hull, vertex);
}

}  // namespace rockfall
