#include "step/schedule.h"

#include "numerics/floating_point_environment.h"
#include "step/batch.h"
#include "step/step.h"

namespace rockfall {
namespace {

struct StepManyArguments {
  const rf_scene* scene;
  rf_state* states;
  uint32_t count;
  uint32_t steps;
  uint32_t grain;
};

void run_task(void* user, uint32_t index) {
  const FloatingPointEnvironment environment;
  const StepManyArguments& arguments = *static_cast<const StepManyArguments*>(user);
  const uint32_t first = index * arguments.grain;
  const uint32_t last = arguments.count - first < arguments.grain ? arguments.count : first + arguments.grain;
  step_rocks(*arguments.scene, arguments.states + first, last - first, arguments.steps, nullptr, nullptr);
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
    for (uint32_t k = 0; k < most && state.end == RF_MOVING; ++k) {
      StepContact contact;
      step_rock(*scene.rocks[state.rock], scene.terrain, scene.settings, state, nullptr, observer ? &contact : nullptr);
      if (observer && contact.touches) observer->touched(observer->user, i, state, contact);
    }
  }
}

void step_many(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps, const rf_tasks* tasks) {
  if (!tasks) {
    step_rocks(scene, states, count, steps, nullptr, nullptr);
    return;
  }
  const uint32_t grain = rocks_per_task(tasks);
  StepManyArguments arguments = {&scene, states, count, steps, grain};
  tasks->run(tasks->user, run_task, &arguments, count / grain + (count % grain != 0));
}

}  // namespace rockfall
