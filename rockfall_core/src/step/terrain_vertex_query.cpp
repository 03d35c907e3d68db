#include "step/terrain_vertex_query.h"

#include "contact/inner_vertices.h"
#include "step/batch.h"

namespace rockfall {

bool touches_terrain_vertex(const BatchJob& job, const rf_rock& rock, const double position[3],
                            const double rotation[9], const rf_upper_plane& plane) {
  const GridTerrain& grid = *job.grid;
  if (may_leave_out_vertices(grid, rock)) return !grid.has_no_node(footprint(rock, load3(position)));
  bool found = false;
  const Placement at = {load3(position), matrix_of_rows(rotation)};
  visit_inner_vertices(grid, rock, at, &plane, *job.kernels, [&found](const InnerVertex&) {
    found = true;
    return false;
  });
  return found;
}

bool hull_contains(const rf_rock& rock, const double position[3], const double rotation[9], const double place[3]) {
  InnerVertex vertex;
  vertex.place = load3(place);
  const Placement at = {load3(position), matrix_of_rows(rotation)};
  HullDepths hull(rock, at.rotation.row(2).transpose());
  return is_inner_vertex(rock, at, hull, vertex);
}

}  // namespace rockfall
