#include <string>

#include "rows.h"

namespace bench {

namespace {

struct Way {
  int32_t model;
  int32_t scheme;
  Run run;
  bool foreign;
  int32_t rocfall_shape = RF_ROCFALL_SPHERE;
};

void scene(benchmark::State& bench, Way way) {
  const Rock rock = plate();
  Ground ramp(rock);
  ramp.scene.settings.model = way.model;
  ramp.scene.settings.scheme = way.scheme;
  ramp.scene.settings.rocfall_shape = way.rocfall_shape;
  std::unique_ptr<ForeignTerrain> foreign;
  if (way.foreign) foreign = std::make_unique<ForeignTerrain>(ramp.scene);
  double seconds = 0;
  uint64_t rock_steps = 0;
  for (auto _ : bench) {
    std::vector<rf_state> states = starts(ramp, kRocks);
    const double begin = cpu_seconds();
    rock_steps += run(ramp.scene, states, way.run);
    const double taken = cpu_seconds() - begin;
    seconds += taken;
    bench.SetIterationTime(taken);
  }
  count_rock_steps(bench, seconds, rock_steps);
  bench.counters["rock_steps"] = static_cast<double>(rock_steps) / static_cast<double>(bench.iterations());
  bench.counters["bytes_per_rock"] = sizeof(rf_state) + (way.run == Run::kTraced ? sizeof(rf_trace) : 0);
}

void add(const std::string& name, Way way) {
  benchmark::RegisterBenchmark(("scene/" + name).c_str(), scene, way)
      ->Iterations(1)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

void register_scene() {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    add(rf_scheme_name(scheme), {RF_MODEL_HARD_CONTACT, scheme, Run::kMany, false});
  }
  add("implicit/callbacks", {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kMany, true});
  add("implicit/step_by_step", {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kSingle, false});
  add("implicit/step_by_step/callbacks", {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kSingle, true});
  add("implicit/reported", {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kReported, false});
  add("implicit/traced", {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kTraced, false});
  add("rocfall_rigid", {RF_MODEL_ROCFALL_RIGID, RF_SCHEME_IMPLICIT, Run::kMany, false});
  add("rocfall_rigid/hull", {RF_MODEL_ROCFALL_RIGID, RF_SCHEME_IMPLICIT, Run::kMany, false, RF_ROCFALL_HULL});
  add("rocfall_lumped", {RF_MODEL_ROCFALL_LUMPED, RF_SCHEME_IMPLICIT, Run::kMany, false});
}

}  // namespace bench
