// The contacts of a step as observers of many rocks see them.
#pragma once

#include <rockfall/observe.h>
#include <rockfall/step.h>

#include <cstdint>

#include "numerics/inline_calls.h"

namespace rockfall {

/// A ContactObserver reads the members from touches to normal, an rf_observation those after them. Only what is read is
/// set.
struct StepContact {
  bool touches;       // there was a percussion, or the rock is in soil
  double percussion;  // magnitude of the strongest one, N s
  double speed;       // largest approach speed along the normal before the step, m/s, >= 0
  double point[3];    // of the strongest contact, I
  double normal[3];
  uint32_t contact_count;  // as rf_step_report
  bool unsolved;           // rf_step_report::converged is 0
  bool work_limited;       // rf_step_report::work_limited is 1
};

/// True if an observation needs reports of the steps with contact.
ROCKFALL_ALWAYS_INLINE bool needs_reports(const rf_observation& observation) {
  return observation.impacts || observation.in_contact || observation.unconverged || observation.work_limited;
}

/// Called after each step with contact. @param index  of the rock
struct ContactObserver {
  void* user;
  void (*touched)(void* user, uint32_t index, const rf_state& state, const StepContact& contact);
};

}  // namespace rockfall
