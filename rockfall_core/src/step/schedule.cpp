#include "step/schedule.h"

#include "numerics/floating_point_environment.h"
#include "step/batch.h"
#include "step/step.h"

namespace rockfall {
namespace {

// Rocks per task: enough to hide the cost of a task, few enough to spread the load.
constexpr uint32_t kRocksPerTask = 64;

struct ManyWork {
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

void step_chunk(void* user, uint32_t index) {
  const FloatingPointEnvironment environment;
  const ManyWork& work = *static_cast<const ManyWork*>(user);
  const uint32_t first = index * kRocksPerTask;
  const uint32_t last = work.count - first < kRocksPerTask ? work.count : first + kRocksPerTask;
  step_rocks(*work.scene, work.states + first, last - first, work.steps);
}

}  // namespace

void step_many(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps, const rf_tasks* tasks) {
  if (!tasks) {
    step_rocks(scene, states, count, steps);
    return;
  }
  ManyWork work = {&scene, states, count, steps};
  tasks->run(tasks->user, step_chunk, &work, count / kRocksPerTask + (count % kRocksPerTask != 0));
}

}  // namespace rockfall
