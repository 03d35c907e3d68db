#include "step/soil_query.h"

#include "contact/rolling_arm.h"
#include "contact/soil_entry.h"
#include "contact/steep_face.h"
#include "step/batch.h"
#include "step/detected_contact.h"

namespace rockfall {
namespace {

// The contacts with the rebound surface; see keep_rebound_contacts. False if the lanes cannot make a step with them.
bool write_contacts(const rf_rock& rock, const FoundInSoil& found, const rf_ground& ground, const double position[3],
                    double depth, double arm_of_layer, DetectedContacts& out) {
  out.count = 0;
  out.rolling = false;
  for (uint32_t rest = found.not_above, i = 0; rest != 0; rest >>= 1, ++i) {
    if (!(rest & 1) || found.gap[i] + depth > 0) continue;
    if (out.count == kLaneContacts) return false;
    const double normal[3] = {found.normal[0][i], found.normal[1][i], found.normal[2][i]},
                 place[3] = {found.place[0][i], found.place[1][i], found.place[2][i]};
    const double on_rigid_ground = rolling_arm(ground.rolling_resistance, normal, position, place);
    const double arm = rolling_arm_in_soil(on_rigid_ground, arm_of_layer);
    out.rolling = out.rolling || arm > 0;
    out.items[out.count++] = contact_on(ground, rock.vertex(found.index[i]), normal, arm);
  }
  return out.count <= most_lane_contacts(out.rolling);
}

}  // namespace

const rf_ground* soil_everywhere(const rf_scene& scene, const GridTerrain& grid) {
  const rf_ground* const ground = grid.uniform_ground();
  const rf_terrain& terrain = scene.terrain;
  const bool only_soil = ground && ground->soil_strength > 0 && scene.settings.soil_law == RF_SOIL_DRAG_AT_S &&
                         (ground->soil_drag_rotation == 0 || scene.settings.scheme != RF_SCHEME_EXPLICIT) &&
                         !(terrain.layer_height_max > 0) && !(terrain.contact_drag_height_max > 0) &&
                         !grid.has_contact_drag();
  return only_soil ? ground : nullptr;
}

SoilDrag soil_drag(const BatchJob& job, const rf_rock& rock, const FoundInSoil& found, const double velocity[3],
                   const double angular_velocity[3]) {
  SoilDrag drag = {job.soil_pressure * found.flow, 0};
  const double coefficient = job.soil->soil_drag_rotation;
  if (coefficient > 0) {
    drag.on_spin =
        soil_spin_drag(rock, coefficient, drag.on_velocity, load3(velocity).norm(), load3(angular_velocity).norm());
  }
  return drag;
}

bool finds_steep_face(const BatchJob& job, const rf_rock& rock, const FoundInSoil& found) {
  for (uint32_t rest = found.deep, i = 0; rest != 0; rest >>= 1, ++i) {
    if (!(rest & 1)) continue;
    const double place[3] = {found.place[0][i], found.place[1][i], found.place[2][i]};
    const Vec3 normal(found.normal[0][i], found.normal[1][i], found.normal[2][i]);
    if (nearest_way_out(*job.grid, place, -found.gap[i], normal, rock.bounding_radius) != normal) return true;
  }
  return false;
}

bool find_soil_contacts(const BatchJob& job, const rf_rock& rock, const FoundInSoil& found, const double position[3],
                        const double velocity[3], const SoilDrag& drag, double& depth, DetectedContacts* contacts,
                        bool& touches) {
  const rf_ground& ground = *job.soil;
  for (uint32_t rest = found.entering, i = 0; rest != 0; rest >>= 1, ++i) {
    if (rest & 1) depth = deepened(rock, ground.soil_strength, found.speed[i], depth);
  }
  touches = found.least_gap + depth <= 0;
  if (!touches) return true;
  const double force = drag.on_velocity * load3(velocity).norm();
  const double arm_of_layer = rolling_arm_of_layer(rock, job.scene->settings.gravity, force, depth);
  if (!contacts || !write_contacts(rock, found, ground, position, depth, arm_of_layer, *contacts)) return false;
  contacts->in_soil = true;
  contacts->failed_stages = 0;
  contacts->drag = drag.on_velocity;
  contacts->spin_drag = drag.on_spin;
  contacts->scar_depth = depth;
  return true;
}

}  // namespace rockfall
