// Scheduling of many rocks: stepped in SIMD lanes or one by one, on this thread or in tasks.
#pragma once

#include <rockfall/step.h>

namespace rockfall {

/// Advance checked rocks by up to `steps` steps each.
/// @param tasks  null: everything on the calling thread
void step_many(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps, const rf_tasks* tasks);

}  // namespace rockfall
