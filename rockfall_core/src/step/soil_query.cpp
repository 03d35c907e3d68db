#include "step/soil_query.h"

#include "contact/detection.h"
#include "contact/soil_entry.h"
#include "contact/steep_face.h"
#include "step/batch.h"

namespace rockfall {
namespace {

DetectedContact soil_contact(const rf_rock& rock, const FoundVertices& found, uint32_t i, const rf_ground& ground) {
  DetectedContact contact;
  store3(load3(rock.vertex(found.index[i])), contact.arm);
  for (int k = 0; k < 3; ++k) contact.normal[k] = found.normal[k][i];
  contact.mu_min = ground.mu_min;
  contact.mu_max = ground.mu_max;
  contact.kappa = ground.kappa;
  contact.restitution_normal = ground.restitution_normal;
  contact.restitution_tangential = ground.restitution_tangential;
  return contact;
}

// The contacts with the rebound surface; see keep_rebound_contacts. False if the lanes cannot make a step with them.
bool write_contacts(const rf_rock& rock, const FoundInSoil& found, const rf_ground& ground, double depth,
                    DetectedContacts& out) {
  const FoundVertices& vertices = found.vertices;
  out.count = 0;
  for (uint32_t rest = vertices.not_above, i = 0; rest != 0; rest >>= 1, ++i) {
    if (!(rest & 1) || found.gap[i] + depth > 0) continue;
    if (out.count == kLaneContacts) return false;
    out.items[out.count++] = soil_contact(rock, vertices, i, ground);
  }
  return true;
}

}  // namespace

const rf_ground* soil_everywhere(const rf_scene& scene, const GridTerrain& grid) {
  const rf_ground* const ground = grid.uniform_ground();
  const rf_terrain& terrain = scene.terrain;
  const bool only_soil = ground && ground->soil_strength > 0 && scene.settings.soil_law == RF_SOIL_DRAG_AT_S &&
                         !(terrain.layer_height_max > 0) && !(terrain.contact_drag_height_max > 0) &&
                         !grid.has_contact_drag();
  return only_soil ? ground : nullptr;
}

SoilOutcome query_soil(const BatchJob& job, const rf_rock& rock, SoilQuery& query, DetectedContacts* contacts) {
  const rf_ground& ground = *job.soil;
  if (!query.hull.blocks) return SoilOutcome::unknown;
  const rf_upper_plane& plane = query.plane;
  const SoilSearch search = {query.hull,
                             &job.grid->view(),
                             query.stride,
                             query.position,
                             query.rotation,
                             query.velocity,
                             query.angular_velocity,
                             plane.slope_x,
                             plane.slope_y,
                             candidate_limit(rock, query.position[2 * query.stride], plane),
                             job.scene->settings.time_step,
                             kDeepVertexInSoil * rock.bounding_radius};
  FoundInSoil found;
  if (!job.kernels->find_in_soil(search, found)) return SoilOutcome::unknown;
  if (found.vertices.not_above == 0) return SoilOutcome::clear;
  double depth = query.scar_depth;
  for (uint32_t rest = found.entering, i = 0; rest != 0; rest >>= 1, ++i) {
    if (rest & 1) depth = deepened(rock, ground.soil_strength, found.speed[i], depth);
  }
  const bool touches = found.least_gap + depth <= 0;
  if (touches) {
    if (!contacts || ground.rolling_resistance > 0) return SoilOutcome::unknown;
    if (!write_contacts(rock, found, ground, depth, *contacts)) return SoilOutcome::unknown;
  }
  query.scar_depth = depth;
  query.drag = soil_pressure(ground) * found.flow;
  if (!touches) return SoilOutcome::sinking;
  contacts->in_soil = true;
  contacts->first_failed = false;
  contacts->drag = query.drag;
  contacts->scar_depth = depth;
  return SoilOutcome::detected;
}

}  // namespace rockfall
