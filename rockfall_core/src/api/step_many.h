// Checks of the arguments, and the report, of the calls that step many rocks.
#pragma once

#include <rockfall/observe.h>

#include "api/check.h"
#include "api/scene.h"

namespace rockfall {

/// Check the arguments of rf_step_many. @param before  out: steps made by all rocks so far
inline rf_status guard_many(const rf_scene* scene, const rf_state* states, uint32_t count, const rf_tasks* tasks,
                            uint64_t& before) {
  RF_TRY(guard_steps(scene));
  if (!states && count > 0) return RF_NULL_ARGUMENT;
  if (tasks && !tasks->run) return RF_NULL_ARGUMENT;
  before = 0;
  for (uint32_t i = 0; i < count; ++i) {
    RF_TRY(guard_state(*scene, states + i));
    before += states[i].step;
  }
  return RF_OK;
}

/// See rf_observation_check.
inline rf_status check_observation(const rf_observation& observation, rf_error* error) {
  if (observation.struct_size != sizeof observation) return fail_def(error, "observation");
  if (!observation.cells) return RF_OK;
  if (!observation.passages) return fail_null(error, "passages");
  if (!observation.passage_count) return fail_null(error, "passage_count");
  const rf_cells& cells = *observation.cells;
  RF_TRY(check_finite(error, "cells.x0", cells.x0));
  RF_TRY(check_finite(error, "cells.y0", cells.y0));
  RF_TRY(check_positive(error, "cells.size", cells.size));
  const double most = UINT32_MAX;
  RF_TRY(check_range(error, "cells.columns", cells.columns, 1, most, "at least 1"));
  RF_TRY(check_range(error, "cells.rows", cells.rows, 1, most, "at least 1"));
  const double count = static_cast<double>(cells.columns) * cells.rows;
  RF_TRY(check_range(error, "cells.columns * cells.rows", count, 1, most, "below 2^32"));
  return check_range(error, "passage_room", observation.passage_room, 1, most, "at least 1");
}

inline rf_many_report report_many(const rf_state* states, uint32_t count, uint64_t before) {
  rf_many_report report = {0, 0, 0};
  for (uint32_t i = 0; i < count; ++i) {
    report.rock_steps += states[i].step;
    report.moving += states[i].end == RF_MOVING;
    report.faults += states[i].end == RF_ENDED_FAULT;
  }
  report.rock_steps -= before;
  return report;
}

}  // namespace rockfall
