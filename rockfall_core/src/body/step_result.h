// Results of a step that a model does not take: an empty report, and the end of a rock by a fault.
#pragma once

#include <rockfall/step.h>

namespace rockfall {

/// Reset the results of a report to those of a step that does not move the rock; its contact buffer is kept.
inline void clear_report(const rf_state& state, rf_step_report& report) {
  rf_step_report empty = {};
  empty.contacts = report.contacts;
  empty.contact_capacity = report.contact_capacity;
  empty.converged = 1;
  empty.scar_depth = state.scar_depth;
  empty.scar_path = state.scar_path;
  report = empty;
}

/// End a rock by a fault; its state stays at the last finite one. @param report  nullable
inline rf_status end_with_fault(rf_state& state, rf_step_report* report) {
  state.end = RF_ENDED_FAULT;
  if (report) clear_report(state, *report);
  return RF_FAULTY_STATE;
}

}  // namespace rockfall
