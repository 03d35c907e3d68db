#include "step/step.h"

#include <cmath>

#include "rocfall/legacy_step.h"
#include "step/moreau_step.h"
#include "terrain/terrain.h"

namespace rockfall {
namespace {

// The first contact of a step of the RocFall3 models.
rf_status observed_legacy_step(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings,
                               rf_state& state, StepContact& observed, rocfall::StepMemory* memory) {
  rf_contact contact;
  rf_step_report report = {};
  report.contacts = &contact;
  report.contact_capacity = 1;
  const rf_status status = rocfall::legacy_step(rock, terrain, settings, state, &report, memory);
  observed = {};
  if (report.contact_count == 0) return status;
  const double* const p = contact.percussion;
  observed.touches = true;
  observed.percussion = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
  observed.speed = contact.velocity_before[0] < 0 ? -contact.velocity_before[0] : 0.0;
  for (int k = 0; k < 3; ++k) {
    observed.point[k] = contact.point[k];
    observed.normal[k] = contact.normal[k];
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
