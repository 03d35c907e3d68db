#include "step/batch.h"

#include "body/end_conditions.h"
#include "numerics/elementary.h"
#include "rock/rock.h"
#include "step/moreau_step.h"
#include "terrain/terrain.h"

namespace rockfall {
namespace {

GroundBound ground_bound(const rf_terrain& terrain, const rf_rectangle& area) {
  return CallbackTerrain(terrain).bound(area);
}

// With fewer rocks most lanes of the widest vectors are idle.
constexpr uint32_t kMinRocksForLanes = 3;

using Runner = void (*)(const BatchJob& job);

Runner widest_runner() {
#ifdef ROCKFALL_X86_LANES
  if (__builtin_cpu_supports("avx512f")) return run_lanes_avx512;
  if (__builtin_cpu_supports("avx2")) return run_lanes_avx2;
#endif
  return run_lanes_baseline;
}

}  // namespace

bool can_batch(const rf_scene& scene) {
  return scene.settings.model == RF_MODEL_HARD_CONTACT && scene.settings.scheme == RF_SCHEME_IMPLICIT &&
         scene.terrain.uniform_beta >= 0 && scene.terrain.upper_plane;
}

BatchJob batch_job(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps) {
  const double slippage_decay = exponential(-scene.terrain.uniform_beta * scene.settings.time_step);
  BatchJob job = {};
  job.scene = &scene;
  job.states = states;
  job.count = count;
  job.steps = steps;
  job.slippage_decay = slippage_decay;
  job.query_ground = query_ground;
  job.bound = ground_bound;
  job.can_step = can_step;
  job.step = moreau_step;
  return job;
}

void step_batch(const BatchJob& job) {
  const Runner run = job.count < kMinRocksForLanes ? run_lanes_one : widest_runner();
  run(job);
}

}  // namespace rockfall
