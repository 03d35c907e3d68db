#include "step/schedule.h"

#include "numerics/floating_point_environment.h"
#include "step/batch.h"
#include "step/moreau_step.h"
#include "step/observation.h"
#include "step/step.h"

namespace rockfall {
namespace {

// Rocks per task if the host does not choose: few rocks are divided into enough tasks to balance the load; with many,
// each task has enough rocks to fill the SIMD lanes and the packs of steps with contact.
uint32_t rocks_per_task(uint32_t rock_count) {
  constexpr uint32_t kFewest = 64, kMost = 256, kTasks = 16;
  const uint32_t share = rock_count / kTasks;
  return share < kFewest ? kFewest : share < kMost ? share : kMost;
}

struct StepManyArguments {
  const rf_scene& scene;
  rf_state* states;
  uint32_t count;
  uint32_t steps;
  const rf_observation* observation;  // nullable
  uint32_t together;                  // rocks that a task steps at the same time
  SharedRocks shared;
};

// True if a step of some rock of the scene can reach the bound on its work.
bool can_limit_work(const rf_scene& scene) {
  if (scene.settings.model != RF_MODEL_HARD_CONTACT) return true;
  for (uint32_t i = 0; i < scene.rock_count; ++i) {
    if (scene.rocks[i] && may_limit_work(*scene.rocks[i], scene.terrain)) return true;
  }
  return false;
}

void step_shared_in_lanes(StepManyArguments& arguments) {
  BatchJob job = batch_job(arguments.scene, arguments.states, arguments.count, arguments.steps);
  job.observation = arguments.observation;
  job.shared = &arguments.shared;
  job.together = arguments.together;
  step_batch(job);
}

void step_shared_singly(StepManyArguments& arguments) {
  RockRange rocks;
  while (arguments.shared.take(rocks)) {
    for (uint32_t i = rocks.first; i < rocks.end; ++i) {
      step_observed(arguments.scene, arguments.states[i], arguments.steps, arguments.observation, nullptr, i);
    }
  }
}

// A task that starts late may find no rock left.
void run_task(void* user, uint32_t) {
  StepManyArguments& arguments = *static_cast<StepManyArguments*>(user);
  if (arguments.shared.empty()) return;
  const FloatingPointEnvironment environment;
  can_batch(arguments.scene) ? step_shared_in_lanes(arguments) : step_shared_singly(arguments);
}

}  // namespace

void step_rocks(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps, const uint32_t* steps_of,
                const Observers& observers) {
  if (can_batch(scene)) {
    BatchJob job = batch_job(scene, states, count, steps);
    job.steps_of = steps_of;
    job.observer = observers.contacts;
    job.observation = observers.observation;
    step_batch(job);
    return;
  }
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t most = steps_of ? steps_of[i] : steps;
    step_observed(scene, states[i], most, observers.observation, observers.contacts, i);
  }
}

rf_observation needed_in(const rf_scene& scene, const rf_observation& observation) {
  rf_observation needed = observation;
  if (needed.work_limited && !can_limit_work(scene)) needed.work_limited = nullptr;
  return needed;
}

void step_many(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps, const rf_tasks* tasks,
               const rf_observation* observation) {
  rf_observation needed;
  if (observation) {
    needed = needed_in(scene, *observation);
    observation = &needed;
  }
  if (!tasks) return step_rocks(scene, states, count, steps, nullptr, {observation, nullptr});
  const TaskRanges ranges(count, tasks, rocks_per_task(count));
  if (ranges.count() == 0) return;
  StepManyArguments arguments = {scene, states, count, steps, observation, ranges.end(0), SharedRocks(count)};
  tasks->run(tasks->user, run_task, &arguments, ranges.count());
}

}  // namespace rockfall
