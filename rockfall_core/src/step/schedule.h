// Scheduling of many rocks: stepped in SIMD lanes or one by one, on this thread or in tasks.
#pragma once

#include <rockfall/observe.h>
#include <rockfall/step.h>

#include "step/step_contact.h"

namespace rockfall {

/// Rocks per task of a host that does not choose: enough to amortise the cost of a task, few enough to balance the
/// load.
constexpr uint32_t kRocksPerTask = 64;

inline uint32_t rocks_per_task(const rf_tasks* tasks) { return tasks && tasks->grain ? tasks->grain : kRocksPerTask; }

/// Advance checked rocks by up to `steps` steps each.
/// @param tasks        null: everything on the calling thread
/// @param observation  nullable
void step_many(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps, const rf_tasks* tasks,
               const rf_observation* observation);

/// Advance checked rocks on the calling thread.
/// @param steps_of  nullable: maximum of each rock, at most `steps`
/// @param observer  nullable: called after each step with contact
void step_rocks(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps, const uint32_t* steps_of,
                const ContactObserver* observer);

/// Advance checked rocks on the calling thread and collect an observation.
void step_rocks_observed(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps,
                         const rf_observation& observation);

}  // namespace rockfall
