#include "step/step.h"

#include <cmath>

#include "numerics/minmax.h"
#include "rocfall/legacy_step.h"
#include "step/moreau_step.h"
#include "terrain/terrain.h"

namespace rockfall {
namespace {

double magnitude(const double v[3]) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

// The strongest contact of a step of the RocFall3 models.
rf_status observed_legacy_step(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings,
                               rf_state& state, StepContact& observed, rocfall::StepMemory* memory) {
  constexpr uint32_t kCapacity = 2 * rocfall::kMaxEvents;  // an event makes at most two contacts
  rf_contact contacts[kCapacity];
  rf_step_report report = {};
  report.contacts = contacts;
  report.contact_capacity = kCapacity;
  const rf_status status = rocfall::legacy_step(rock, terrain, settings, state, &report, memory);
  observed = {};
  observed.contact_count = report.contact_count;
  observed.unsolved = report.converged == 0;
  observed.work_limited = report.work_limited != 0;
  if (report.contact_count == 0) return status;
  observed.touches = true;
  observed.percussion = -1;
  for (uint32_t i = 0; i < report.contact_count && i < kCapacity; ++i) {
    const rf_contact& contact = contacts[i];
    observed.speed = larger_of(observed.speed, -contact.velocity_before[0]);
    const double percussion = magnitude(contact.percussion);
    if (!(percussion > observed.percussion)) continue;
    observed.percussion = percussion;
    for (int k = 0; k < 3; ++k) {
      observed.point[k] = contact.point[k];
      observed.normal[k] = contact.normal[k];
    }
  }
  return status;
}

rf_status step_by_model(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                        rf_step_report* report, StepContact* observed, rocfall::StepMemory* memory) {
  if (settings.model == RF_MODEL_HARD_CONTACT) return moreau_step(rock, terrain, settings, state, report, observed);
  if (observed) return observed_legacy_step(rock, terrain, settings, state, *observed, memory);
  return rocfall::legacy_step(rock, terrain, settings, state, report, memory);
}

void set_materials(const rf_terrain& terrain, rf_step_report& report) {
  for (uint32_t i = 0; i < report.contact_count && i < report.contact_capacity && report.contacts; ++i) {
    rf_contact& contact = report.contacts[i];
    contact.material = material_at(terrain, contact.point[0], contact.point[1]);
  }
}

}  // namespace

rf_status step_rock(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                    rf_step_report* report, StepContact* observed, rocfall::StepMemory* memory) {
  const rf_status status = step_by_model(rock, terrain, settings, state, report, observed, memory);
  if (report) set_materials(terrain, *report);
  return status;
}

}  // namespace rockfall
