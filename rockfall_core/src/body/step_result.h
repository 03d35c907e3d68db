// Results of a step that a model does not take: an empty report, and the end of a rock by a fault.
#pragma once

#include <rockfall/step.h>

namespace rockfall {

/// Reset the results of a report; its contact buffer is kept.
inline void clear_report(rf_step_report& report) {
  rf_step_report empty = {};
  empty.contacts = report.contacts;
  empty.contact_capacity = report.contact_capacity;
  empty.converged = 1;
  report = empty;
}

/// End a rock by a fault; its state stays at the last finite one. @param report  nullable
inline rf_status end_with_fault(rf_state& state, rf_step_report* report) {
  state.end = RF_ENDED_FAULT;
  if (report) clear_report(*report);
  return RF_FAULTY_STATE;
}

}  // namespace rockfall
