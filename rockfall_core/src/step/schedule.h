// Scheduling of many rocks: stepped in SIMD lanes or one by one, on this thread or in tasks.
#pragma once

#include <rockfall/observe.h>
#include <rockfall/step.h>

#include "step/step_contact.h"

namespace rockfall {

/// Rocks in tasks of equal size, but for the last one. Without events tasks share their rocks (step/shared_rocks.h):
/// only the number of tasks and the size of the first one are used then.
class TaskRanges {
 public:
  /// @param tasks           nullable
  /// @param rocks_per_task  if the host does not choose
  TaskRanges(uint32_t rock_count, const rf_tasks* tasks, uint32_t rocks_per_task)
      : rock_count_(rock_count), grain_(tasks && tasks->grain ? tasks->grain : rocks_per_task) {}

  uint32_t count() const { return rock_count_ / grain_ + (rock_count_ % grain_ != 0); }
  uint32_t rock_count() const { return rock_count_; }
  /// First rock of a task.
  uint32_t begin(uint32_t task) const { return task * grain_; }
  /// The rock after the last one of a task.
  uint32_t end(uint32_t task) const {
    const uint32_t first = begin(task);
    return rock_count_ - first < grain_ ? rock_count_ : first + grain_;
  }

 private:
  uint32_t rock_count_, grain_;
};

/// Advance checked rocks by up to `steps` steps each.
/// @param tasks        null: everything on the calling thread
/// @param observation  nullable
void step_many(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps, const rf_tasks* tasks,
               const rf_observation* observation);

/// Results that are needed besides the states.
struct Observers {
  const rf_observation* observation;  // nullable
  const ContactObserver* contacts;    // nullable: called after each step with contact
};

/// Advance checked rocks on the calling thread.
/// @param steps_of  nullable: maximum of each rock, at most `steps`
void step_rocks(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps, const uint32_t* steps_of,
                const Observers& observers);

/// The observation without the members that no step of the scene can change.
rf_observation needed_in(const rf_scene& scene, const rf_observation& observation);

}  // namespace rockfall
