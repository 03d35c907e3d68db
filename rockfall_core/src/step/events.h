// Events of many rocks.
#pragma once

#include <rockfall/events.h>

namespace rockfall {

/// As step_many(), and report the events of the call. All arguments are checked.
void step_many_with_events(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps,
                           const rf_tasks* tasks, rf_events& events);

}  // namespace rockfall
