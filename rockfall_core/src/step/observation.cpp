#include "step/observation.h"

#include <cmath>

#include "body/body.h"
#include "body/measure.h"
#include "numerics/real.h"
#include "step/passages.h"
#include "step/step.h"
#include "terrain/surface_height.h"

namespace rockfall {

double height_above_ground(const rf_terrain& terrain, const double position[3], SurfaceMemory& memory) {
  double z;
  return surface_height(terrain, position[0], position[1], memory, z) ? position[2] - z : 0.0;
}

void measure(const rf_scene& scene, const rf_state& state, double quantity[RF_QUANTITY_COUNT]) {
  quantity[RF_KINETIC_ENERGY] =
      kinetic_energy(body_of(*scene.rocks[state.rock], scene.settings), state.velocity, state.angular_velocity);
  quantity[RF_VELOCITY] = length_of(state.velocity);
  quantity[RF_ROTATION] = length_of(state.angular_velocity);
  SurfaceMemory memory = {};
  const bool placed = is_finite(state.position[0]) && is_finite(state.position[1]);
  quantity[RF_JUMP_HEIGHT] = placed ? height_above_ground(scene.terrain, state.position, memory) : 0.0;
}

void observe_motion(const rf_scene& scene, const rf_state& state, double x, double y,
                    const double quantity[RF_QUANTITY_COUNT], rf_rock_statistics& statistics) {
  const double dx = state.position[0] - x, dy = state.position[1] - y;
  add_to_statistics(statistics, quantity, scene.settings.time_step, std::sqrt(dx * dx + dy * dy));
}

void observe_contact(const rf_observation& observation, uint32_t i, const StepContact& contact, bool& in_contact) {
  const bool touches = contact.contact_count > 0;
  if (observation.impacts && touches && !in_contact) ++observation.impacts[i];
  if (observation.unconverged && contact.unsolved) ++observation.unconverged[i];
  if (observation.work_limited && contact.work_limited) ++observation.work_limited[i];
  in_contact = touches;
}

rf_observation observation_from(const rf_observation& observation, uint32_t first) {
  rf_observation part = observation;
  if (part.statistics) part.statistics += first;
  if (part.impacts) part.impacts += first;
  if (part.in_contact) part.in_contact += first;
  if (part.unconverged) part.unconverged += first;
  if (part.work_limited) part.work_limited += first;
  if (part.cells) {
    part.passages += size_t{first} * part.passage_room;
    part.passage_count += first;
    if (part.passage_tops) part.passage_tops += size_t{first} * part.passage_room;
  }
  return part;
}

namespace {

void step_unobserved(const rf_scene& scene, rf_state& state, uint32_t steps) {
  rocfall::StepMemory memory;
  for (uint32_t k = 0; k < steps && state.end == RF_MOVING; ++k) {
    step_rock(*scene.rocks[state.rock], scene.terrain, scene.settings, state, nullptr, nullptr, &memory);
  }
}

}  // namespace

void step_observed(const rf_scene& scene, rf_state& state, uint32_t steps, const rf_observation* observation,
                   const ContactObserver* observer, uint32_t i) {
  if (!observation && !observer) return step_unobserved(scene, state, steps);
  const rf_observation nothing = {};
  const rf_observation& wanted = observation ? *observation : nothing;
  const bool reported = needs_reports(wanted), measured = wanted.statistics || wanted.cells;
  bool in_contact = wanted.in_contact && wanted.in_contact[i];
  rocfall::StepMemory memory;
  for (uint32_t k = 0; k < steps && state.end == RF_MOVING; ++k) {
    const double x = state.position[0], y = state.position[1];
    const uint64_t step = state.step;
    StepContact contact = {};
    step_rock(*scene.rocks[state.rock], scene.terrain, scene.settings, state, nullptr,
              reported || observer ? &contact : nullptr, &memory);
    if (state.step == step) break;  // ended by a fault
    if (observer && contact.touches) observer->touched(observer->user, i, state, contact);
    if (measured) {
      double quantity[RF_QUANTITY_COUNT];
      measure(scene, state, quantity);
      if (wanted.statistics) observe_motion(scene, state, x, y, quantity, wanted.statistics[i]);
      if (wanted.cells) observe_passage(wanted, i, scene, state, quantity);
    }
    if (reported) observe_contact(wanted, i, contact, in_contact);
  }
  if (wanted.in_contact) wanted.in_contact[i] = in_contact;
}

}  // namespace rockfall
