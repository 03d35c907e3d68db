#include "step/contact_query.h"

#include "contact/detection.h"
#include "step/batch.h"

namespace rockfall {
namespace {

bool touches_terrain_vertex(const GridTerrain& grid, const rf_rock& rock, const Placement& at) {
  if (is_searched_coarsely(grid, rock)) return true;
  bool found = false;
  for_each_inner_vertex(grid, rock, at, [&](const InnerVertex&) { found = true; });
  return found;
}

}  // namespace

DetectedContact contact_at(const rf_rock& rock, const FoundVertices& found, uint32_t i, const rf_ground& ground,
                           double rolling_arm) {
  DetectedContact contact;
  const double* const arm = rock.vertex(found.index[i]);
  for (int k = 0; k < 3; ++k) {
    contact.arm[k] = arm[k];
    contact.normal[k] = found.normal[k][i];
  }
  contact.mu_min = ground.mu_min;
  contact.mu_max = ground.mu_max;
  contact.kappa = ground.kappa;
  contact.restitution_normal = ground.restitution_normal;
  contact.restitution_tangential = ground.restitution_tangential;
  contact.rolling_arm = rolling_arm;
  return contact;
}

bool touches_terrain_vertex(const BatchJob& job, const rf_rock& rock, const double position[3],
                            const double rotation[9]) {
  return touches_terrain_vertex(*job.grid, rock, {load3(position), matrix_of_rows(rotation)});
}

const rf_ground* rigid_everywhere(const rf_scene& scene, const GridTerrain& grid) {
  const rf_ground* const ground = grid.uniform_ground();
  const bool only_rigid = ground && !(ground->soil_strength > 0) && !(scene.terrain.layer_height_max > 0) &&
                          !(scene.terrain.contact_drag_height_max > 0);
  return only_rigid ? ground : nullptr;
}

bool find_rigid_contacts(const BatchJob& job, const rf_rock& rock, const double position[3], const double rotation[9],
                         const rf_upper_plane& plane, bool without_terrain_vertices, DetectedContacts& contacts) {
  const rf_ground& ground = *job.rigid;
  const double rolling_arm = ground.rolling_resistance * rock.bounding_radius;
  const Placement at = {load3(position), matrix_of_rows(rotation)};
  if (!without_terrain_vertices && touches_terrain_vertex(*job.grid, rock, at)) return false;
  const CandidateLimit limit(rock, at, &plane);
  const VertexSearch search = {VertexArrays(rock), &job.grid->view(),      at.position.data(),
                               at.rotation.data(), limit.direction.data(), limit.limit};
  FoundVertices found;
  contacts.count = 0;
  const uint32_t most = most_lane_contacts(rolling_arm > 0);
  for (uint32_t cursor = 0; cursor < search.vertices.padded_count;) {
    job.kernels->find_not_above(search, cursor, found);
    for (uint32_t rest = found.not_above, i = 0; rest != 0; rest >>= 1, ++i) {
      if (!(rest & 1)) continue;
      const double depth = (found.height[i] - found.place[2][i]) * found.normal[2][i];
      if (is_deep(depth, rock.bounding_radius, ground) || contacts.count == most) return false;
      contacts.items[contacts.count++] = contact_at(rock, found, i, ground, rolling_arm);
    }
  }
  contacts.in_soil = false;
  contacts.rolling = rolling_arm > 0;
  contacts.failed_stages = 0;
  contacts.drag = contacts.count > 0 ? ground.contact_drag * rock.mass : 0.0;
  contacts.scar_depth = 0;
  return true;
}

}  // namespace rockfall
