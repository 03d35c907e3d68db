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

inline rf_status check_observation(const rf_observation& observation) {
  if (observation.struct_size != sizeof observation) return RF_BAD_DEF;
  if (!observation.cells) return RF_OK;
  if (!observation.passages || !observation.passage_count) return RF_NULL_ARGUMENT;
  const rf_cells& cells = *observation.cells;
  const bool placed = is_finite(cells.x0) && is_finite(cells.y0) && cells.size > 0 && is_finite(cells.size);
  const uint64_t count = uint64_t{cells.columns} * cells.rows;
  return placed && count > 0 && count <= UINT32_MAX && observation.passage_room > 0 ? RF_OK : RF_BAD_VALUE;
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
