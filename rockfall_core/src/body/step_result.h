// How every model ends a step that it does not take: an empty report, and the fault of a rock.
#pragma once

#include <rockfall/step.h>

namespace rockfall {

/// Reset the results of a report; its buffer of contacts stays.
inline void clear_report(rf_step_report& report) {
  rf_step_report empty = {};
  empty.contacts = report.contacts;
  empty.contact_capacity = report.contact_capacity;
  empty.converged = 1;
  report = empty;
}

/// End a rock in its last finite state. @param report  nullable
inline rf_status end_with_fault(rf_state& state, rf_step_report* report) {
  state.end = RF_ENDED_FAULT;
  if (report) clear_report(*report);
  return RF_FAULTY_STATE;
}

}  // namespace rockfall
