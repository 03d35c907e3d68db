#include <string>

#include "pieces.h"
#include "rows.h"

namespace bench {

namespace {

struct Configuration {
  int32_t model;
  int32_t scheme;
  Run run;
  bool callbacks;
  int32_t rocfall_shape = RF_ROCFALL_SPHERE;
  RampGround ground = scene_ground();
};

std::size_t bytes_per_rock(Run run) {
  return sizeof(rf_state) + (run == Run::kWithStatistics || run == Run::kObserved ? sizeof(rf_rock_statistics) : 0);
}

void scene(benchmark::State& bench, Configuration configuration) {
  const Rock rock = plate();
  Ground ramp(rock, configuration.ground);
  ramp.scene.settings.model = configuration.model;
  ramp.scene.settings.scheme = configuration.scheme;
  ramp.scene.settings.rocfall_shape = configuration.rocfall_shape;
  std::unique_ptr<ForwardingTerrain> terrain;
  if (configuration.callbacks) terrain = std::make_unique<ForwardingTerrain>(ramp.scene);
  double seconds = 0;
  uint64_t rock_steps = 0;
  for (auto _ : bench) {
    std::vector<rf_state> states = starts(ramp, kRocks);
    const double begin = cpu_seconds();
    rock_steps += run(ramp.scene, states, configuration.run);
    const double taken = cpu_seconds() - begin;
    seconds += taken;
    bench.SetIterationTime(taken);
  }
  count_rock_steps(bench, seconds, rock_steps);
  bench.counters["rock_steps"] = static_cast<double>(rock_steps) / static_cast<double>(bench.iterations());
  bench.counters["bytes_per_rock"] = static_cast<double>(bytes_per_rock(configuration.run));
}

void add(const std::string& name, Configuration configuration) {
  benchmark::RegisterBenchmark(("scene/" + name).c_str(), scene, configuration)
      ->Iterations(1)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

// Steps of the scene with a given number of contacts, and their share of the mean cost.
// @param together  by rf_step_many; else one rock at a time
void scene_contacts(benchmark::State& bench, bool together) {
  constexpr uint32_t kSampledRocks = 1000;
  const Rock rock = plate();
  const Ground ramp(rock);
  const StatesByContacts kinds = sort_by_contacts(ramp.scene, ramp, kSampledRocks);
  const auto kind = static_cast<std::size_t>(bench.range(0));
  std::vector<rf_state> states;
  double seconds = 0;
  uint64_t rock_steps = 0;
  for (auto _ : bench) {
    states = kinds.states[kind];
    const double begin = cpu_seconds();
    if (together) {
      rf_step_many(&ramp.scene, states.data(), static_cast<uint32_t>(states.size()), 1, nullptr, nullptr);
    } else {
      for (rf_state& state : states) rf_step(&ramp.scene, &state, nullptr);
    }
    const double taken = cpu_seconds() - begin;
    seconds += taken;
    rock_steps += states.size();
    bench.SetIterationTime(taken);
  }
  const double share = static_cast<double>(kinds.steps[kind]) / static_cast<double>(kinds.all);
  count_rock_steps(bench, seconds, rock_steps);
  bench.counters["share_of_steps"] = share;
  bench.counters["ns_of_the_mean"] = share * 1e9 * seconds / static_cast<double>(rock_steps);
}

}  // namespace

void register_scene() {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    add(rf_scheme_name(scheme), {RF_MODEL_HARD_CONTACT, scheme, Run::kMany, false});
  }
  add("implicit/observed", {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kObserved, false});
  add("implicit/cells", {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kCells, false});
  add("implicit/cells/tops", {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kCellsAndTops, false});
  add("implicit/callbacks", {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kMany, true});
  add("implicit/step_by_step", {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kSingle, false});
  add("implicit/step_by_step/callbacks", {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kSingle, true});
  add("implicit/reported", {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kReported, false});
  add("implicit/statistics", {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kWithStatistics, false});
  add("implicit/soil", {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kMany, false, RF_ROCFALL_SPHERE, scene_soil()});
  add("implicit/medium",
      {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kMany, false, RF_ROCFALL_SPHERE, preset_ground("medium")});
  add("implicit/soil_and_rock",
      {RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kMany, false, RF_ROCFALL_SPHERE, soil_and_rock()});
  add("rocfall_rigid", {RF_MODEL_ROCFALL_RIGID, RF_SCHEME_IMPLICIT, Run::kMany, false});
  add("rocfall_rigid/hull", {RF_MODEL_ROCFALL_RIGID, RF_SCHEME_IMPLICIT, Run::kMany, false, RF_ROCFALL_HULL});
  add("rocfall_lumped", {RF_MODEL_ROCFALL_LUMPED, RF_SCHEME_IMPLICIT, Run::kMany, false});
  for (const bool together : {false, true}) {
    benchmark::RegisterBenchmark(together ? "scene_contacts_together" : "scene_contacts", scene_contacts, together)
        ->DenseRange(0, StatesByContacts::kKinds - 1)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace bench
