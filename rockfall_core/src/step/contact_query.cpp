#include "step/contact_query.h"

#include "contact/detection.h"
#include "step/batch.h"

namespace rockfall {
namespace {

bool touches_terrain_vertex(const GridTerrain& grid, const rf_rock& rock, const Placement& at) {
  if (grid.has_no_node(footprint(rock, at.position))) return false;
  if (may_leave_out_vertices(grid, rock)) return true;
  bool found = false;
  for_each_inner_vertex(grid, rock, at, [&](const InnerVertex&) { found = true; });
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
