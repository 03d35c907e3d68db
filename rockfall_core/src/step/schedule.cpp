#include "step/schedule.h"

#include "numerics/floating_point_environment.h"
#include "step/batch.h"
#include "step/step.h"

namespace rockfall {
namespace {

// Rocks per task: enough to amortise the cost of a task, few enough to balance the load.
constexpr uint32_t kRocksPerTask = 64;

struct StepManyArguments {
  const rf_scene* scene;
  rf_state* states;
  uint32_t count;
  uint32_t steps;
};

void step_rocks(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps) {
  if (can_batch(scene)) {
    step_batch(scene, states, count, steps);
    return;
  }
  for (uint32_t i = 0; i < count; ++i) {
    rf_state& state = states[i];
    for (uint32_t k = 0; k < steps && state.end == RF_MOVING; ++k) {
      step_rock(*scene.rocks[state.rock], scene.terrain, scene.settings, state, nullptr);
    }
  }
}

void run_task(void* user, uint32_t index) {
  const FloatingPointEnvironment environment;
  const StepManyArguments& arguments = *static_cast<const StepManyArguments*>(user);
  const uint32_t first = index * kRocksPerTask;
  const uint32_t last = arguments.count - first < kRocksPerTask ? arguments.count : first + kRocksPerTask;
  step_rocks(*arguments.scene, arguments.states + first, last - first, arguments.steps);
}

}  // namespace

void step_many(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps, const rf_tasks* tasks) {
  if (!tasks) {
    step_rocks(scene, states, count, steps);
    return;
  }
  StepManyArguments arguments = {&scene, states, count, steps};
  tasks->run(tasks->user, run_task, &arguments, count / kRocksPerTask + (count % kRocksPerTask != 0));
}

}  // namespace rockfall
