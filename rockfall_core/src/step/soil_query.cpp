#include "step/soil_query.h"

#include <cstddef>

#include "contact/rolling_arm.h"
#include "contact/soil_entry.h"
#include "contact/steep_face.h"
#include "step/batch.h"
#include "step/ground_query.h"
#include "step/step_report.h"

namespace rockfall {
namespace {

// The ground below a vertex. @param local  keeps it where it differs from place to place
const rf_ground& ground_below(const BatchJob& job, const FoundInSoil& found, uint32_t vertex, rf_ground& local) {
  if (job.ground) return *job.ground;
  local = job.grid->contact_ground_at(found.place[0][vertex], found.place[1][vertex]);
  return local;
}

// The members of the ground that the drag of the soil below a vertex depends on.
struct SoilDragBelow {
  SoilDragBelow(const BatchJob& job, const FoundInSoil& found, uint32_t vertex) {
    if (job.ground) {
      drag = job.ground->soil_drag;
      drag_rotation = job.ground->soil_drag_rotation;
      density = job.ground->soil_density;
    } else {
      job.grid->members_at(found.place[0][vertex], found.place[1][vertex],
                           {RF_GROUND_SOIL_DRAG, RF_GROUND_SOIL_DENSITY}, &drag);
    }
  }

  double drag, drag_rotation, density;  // as in rf_ground, in its order
};

static_assert(offsetof(SoilDragBelow, density) - offsetof(SoilDragBelow, drag) ==
                      offsetof(rf_ground, soil_density) - offsetof(rf_ground, soil_drag) &&
                  RF_GROUND_SOIL_DENSITY - RF_GROUND_SOIL_DRAG == 2,
              "the members of SoilDragBelow are adjacent in rf_ground");

double strength_below(const BatchJob& job, const FoundInSoil& found, uint32_t vertex) {
  if (job.ground) return job.ground->soil_strength;
  double strength;
  job.grid->members_at(found.place[0][vertex], found.place[1][vertex], one_member(RF_GROUND_SOIL_STRENGTH), &strength);
  return strength;
}

// The contacts with the rebound surface; see keep_rebound_contacts. False if the lanes cannot make a step with them.
bool write_contacts(const BatchJob& job, const rf_rock& rock, const FoundInSoil& found, const double position[3],
                    double depth, double arm_of_soil, DetectedContacts& out) {
  rf_ground local;
  out.start();
  for (uint32_t rest = found.not_above, i = 0; rest != 0; rest >>= 1, ++i) {
    if (!(rest & 1) || found.gap[i] + depth > 0) continue;
    if (out.count == kLaneContacts) return false;
    const double normal[3] = {found.normal[0][i], found.normal[1][i], found.normal[2][i]},
                 place[3] = {found.place[0][i], found.place[1][i], found.place[2][i]};
    const rf_ground& ground = ground_below(job, found, i, local);
    const double on_rigid_ground = rolling_arm(ground.rolling_resistance, height_over(normal, position, place));
    const double arm = rolling_arm_in_soil(on_rigid_ground, arm_of_soil);
    out.rolling = out.rolling || arm > 0;
    out.items[out.count++] = contact_on(contact_ground(ground), rock.vertex(found.index[i]), normal, arm);
  }
  return true;
}

}  // namespace

LaneDrag soil_drag(const BatchJob& job, const rf_rock& rock, const FoundInSoil& found, const double velocity[3],
                   const double angular_velocity[3]) {
  const SoilDragBelow below(job, found, found.deepest);
  LaneDrag drag = {soil_pressure(below.drag, below.density) * found.flow, 0};
  if (below.drag_rotation > 0) {
    drag.spin =
        soil_spin_drag(rock, below.drag_rotation, drag.linear, load3(velocity).norm(), load3(angular_velocity).norm());
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
                        const double velocity[3], const LaneDrag& drag, double& depth, DetectedContacts* contacts,
                        bool& touches) {
  for (uint32_t rest = found.entering, i = 0; rest != 0; rest >>= 1, ++i) {
    if (!(rest & 1)) continue;
    depth = deepened(rock, strength_below(job, found, i), found.speed[i], depth);
  }
  touches = found.gap[found.deepest] + depth <= 0;
  if (!touches) return true;
  const double force = drag.linear * load3(velocity).norm();
  const double arm_of_soil = rolling_arm_of_soil(rock, job.scene->settings.gravity, force, depth);
  if (!contacts || !write_contacts(job, rock, found, position, depth, arm_of_soil, *contacts)) return false;
  contacts->drag = drag;
  contacts->scar_depth = depth;
  return true;
}

void observe_soil_below(const double normal[3], double clearance, const double position[3], const double rotation[9],
                        const double velocity[3], StepContact& out) {
  observe_soil_surface(load3(normal), clearance, {load3(position), matrix_of_rows(rotation)}, load3(velocity), out);
}

}  // namespace rockfall
