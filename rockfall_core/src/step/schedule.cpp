#include "step/schedule.h"

#include "numerics/floating_point_environment.h"
#include "step/batch.h"
#include "step/moreau_step.h"
#include "step/observation.h"
#include "step/step.h"

namespace rockfall {
namespace {

// Rocks per task of a host that does not choose. Of few rocks: enough tasks to balance the load. Of many rocks: enough
// of them to fill the SIMD lanes and the packs of steps with contact.
uint32_t rocks_per_task(uint32_t rock_count) {
  constexpr uint32_t kFewest = 64, kMost = 256, kTasks = 16;
  const uint32_t share = rock_count / kTasks;
  return share < kFewest ? kFewest : share < kMost ? share : kMost;
}

struct StepManyArguments {
  const rf_scene* scene;
  rf_state* states;
  TaskRanges tasks;
  uint32_t steps;
  const rf_observation* observation;  // nullable
};

// The observation of the rocks from number `first` on.
rf_observation observation_from(const rf_observation& observation, uint32_t first) {
  rf_observation part = observation;
  if (part.statistics) part.statistics += first;
  if (part.impacts) part.impacts += first;
  if (part.in_contact) part.in_contact += first;
  if (part.unconverged) part.unconverged += first;
  if (part.work_limited) part.work_limited += first;
  if (part.cells) {
    part.passages += size_t{first} * part.passage_room;
    part.passage_count += first;
    if (part.passage_tops) part.passage_tops += size_t{first} * part.passage_room;
  }
  return part;
}

// True if a step of some rock of the scene can reach the bound on its work.
bool can_limit_work(const rf_scene& scene) {
  if (scene.settings.model != RF_MODEL_HARD_CONTACT) return true;
  for (uint32_t i = 0; i < scene.rock_count; ++i) {
    if (scene.rocks[i] && may_limit_work(*scene.rocks[i], scene.terrain)) return true;
  }
  return false;
}

void run_task(void* user, uint32_t index) {
  const FloatingPointEnvironment environment;
  const StepManyArguments& arguments = *static_cast<const StepManyArguments*>(user);
  const uint32_t first = arguments.tasks.begin(index), count = arguments.tasks.end(index) - first;
  rf_state* const states = arguments.states + first;
  if (arguments.observation) {
    const rf_observation part = observation_from(*arguments.observation, first);
    step_rocks_observed(*arguments.scene, states, count, arguments.steps, part);
  } else {
    step_rocks(*arguments.scene, states, count, arguments.steps, nullptr, nullptr);
  }
}

}  // namespace

void step_rocks(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps, const uint32_t* steps_of,
                const ContactObserver* observer) {
  if (can_batch(scene)) {
    BatchJob job = batch_job(scene, states, count, steps);
    job.steps_of = steps_of;
    job.observer = observer;
    step_batch(job);
    return;
  }
  for (uint32_t i = 0; i < count; ++i) {
    rf_state& state = states[i];
    const uint32_t most = steps_of ? steps_of[i] : steps;
    rocfall::StepMemory memory;
    for (uint32_t k = 0; k < most && state.end == RF_MOVING; ++k) {
      StepContact contact;
      const uint64_t step = state.step;
      step_rock(*scene.rocks[state.rock], scene.terrain, scene.settings, state, nullptr, observer ? &contact : nullptr,
                &memory);
      const bool moved = state.step != step;  // it did not end by a fault
      if (observer && moved && contact.touches) observer->touched(observer->user, i, state, contact);
    }
  }
}

void step_rocks_observed(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps,
                         const rf_observation& observation) {
  if (can_batch(scene)) {
    BatchJob job = batch_job(scene, states, count, steps);
    job.observation = &observation;
    step_batch(job);
    return;
  }
  for (uint32_t i = 0; i < count; ++i) step_observed(scene, states[i], steps, observation, i);
}

void step_many(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps, const rf_tasks* tasks,
               const rf_observation* observation) {
  rf_observation needed;
  if (observation && observation->work_limited && !can_limit_work(scene)) {
    needed = *observation;
    needed.work_limited = nullptr;
    observation = &needed;
  }
  if (!tasks) {
    if (observation) {
      step_rocks_observed(scene, states, count, steps, *observation);
    } else {
      step_rocks(scene, states, count, steps, nullptr, nullptr);
    }
    return;
  }
  StepManyArguments arguments = {&scene, states, TaskRanges(count, tasks, rocks_per_task(count)), steps, observation};
  tasks->run(tasks->user, run_task, &arguments, arguments.tasks.count());
}

}  // namespace rockfall
