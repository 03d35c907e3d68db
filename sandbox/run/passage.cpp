#include "run/passage.h"

#include <algorithm>
#include <cstdint>

#include "run/check_status.h"

namespace sandbox {
namespace {

/** Height of the highest vertex above the centre of mass. */
double highest_vertex(const rf_rock_properties& rock, const double* q) {
  // Third row of the rotation matrix of the unit quaternion q.
  const double row[3] = {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
                         1 - 2 * (q[1] * q[1] + q[2] * q[2])};
  double highest = 0;
  for (std::uint32_t i = 0; i < rock.vertex_count; ++i) {
    const double* v = rock.vertices + 3 * std::size_t{i};
    highest = std::max(highest, row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
  }
  return highest;
}

}  // namespace

PassageMeter::PassageMeter(const rf_scene& scene) : scene_(scene), rocks_(scene.rock_count) {
  for (std::uint32_t i = 0; i < scene.rock_count; ++i) {
    check_status(rf_rock_get(scene.rocks[i], &rocks_[i]), "reading a rock");
  }
}

Passage PassageMeter::measure(const rf_state& state, const double quantity[RF_QUANTITY_COUNT]) const {
  const rf_rock_properties& rock = rocks_[state.rock];
  Passage passage;
  passage.time = static_cast<double>(state.step) * scene_.settings.time_step;
  std::copy(state.position, state.position + 3, passage.position);
  std::copy(state.velocity, state.velocity + 3, passage.velocity);
  passage.speed = quantity[RF_VELOCITY];
  passage.translation = 0.5 * rock.mass * passage.speed * passage.speed;
  passage.rotation = std::max(0.0, quantity[RF_KINETIC_ENERGY] - passage.translation);
  passage.centre = quantity[RF_JUMP_HEIGHT];
  passage.top = passage.centre + highest_vertex(rock, state.orientation);
  return passage;
}

}  // namespace sandbox
