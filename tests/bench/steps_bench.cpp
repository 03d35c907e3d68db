#include <string>
#include <vector>

#include "pieces.h"
#include "rows.h"

namespace bench {

namespace {

// Repeats one step from the same state.
void step_from(benchmark::State& bench, const SingleStep& single, rf_step_report* report) {
  rf_state state;
  for (auto _ : bench) {
    state = single.from;
    benchmark::DoNotOptimize(rf_step(&single.ground.scene, &state, report));
    benchmark::ClobberMemory();
  }
}

void by_scheme(benchmark::State& bench, uint32_t contacts, int32_t scheme, bool reported) {
  SingleStep single(contacts);
  single.ground.scene.settings.scheme = scheme;
  if (single.contacts_found() != contacts) {
    bench.SkipWithError("the step does not have the expected number of contacts");
    return;
  }
  rf_contact buffer[RF_MAX_CONTACTS];
  rf_step_report report = {};
  report.contacts = buffer;
  report.contact_capacity = RF_MAX_CONTACTS;
  step_from(bench, single, reported ? &report : nullptr);
}

// Plates that slide on a face, many in a call of several steps.
void together(benchmark::State& bench, uint32_t contacts) {
  constexpr uint32_t kPlates = 512, kStepsPerCall = 16;
  const SingleStep single(contacts);
  rf_state last = single.from;
  rf_step_report report = {};
  for (uint32_t k = 0; k < kStepsPerCall; ++k) rf_step(&single.ground.scene, &last, &report);
  if (report.contact_count != contacts) {
    bench.SkipWithError("the plates do not keep the expected number of contacts");
    return;
  }
  std::vector<rf_state> states;
  double seconds = 0;
  uint64_t rock_steps = 0;
  for (auto _ : bench) {
    states.assign(kPlates, single.from);
    rf_many_report many;
    const double begin = cpu_seconds();
    rf_step_many(&single.ground.scene, states.data(), kPlates, kStepsPerCall, nullptr, &many);
    const double taken = cpu_seconds() - begin;
    seconds += taken;
    rock_steps += many.rock_steps;
    bench.SetIterationTime(taken);
  }
  count_rock_steps(bench, seconds, rock_steps);
}

void by_model(benchmark::State& bench, int32_t model, int32_t rocfall_shape) {
  SingleStep single(0);
  single.ground.scene.settings.model = model;
  single.ground.scene.settings.rocfall_shape = rocfall_shape;
  step_from(bench, single, nullptr);
}

}  // namespace

void register_steps() {
  using benchmark::RegisterBenchmark;
  for (const uint32_t contacts : {0u, 1u, 2u, 4u, 12u}) {
    const std::string kind = contacts == 0 ? "flight/" : "contacts:" + std::to_string(contacts) + "/";
    for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
      RegisterBenchmark((kind + rf_scheme_name(scheme)).c_str(), by_scheme, contacts, scheme, false);
    }
    RegisterBenchmark((kind + "implicit/reported").c_str(), by_scheme, contacts, RF_SCHEME_IMPLICIT, true);
  }
  for (const uint32_t contacts : {4u, 12u}) {
    RegisterBenchmark(("contacts_together:" + std::to_string(contacts)).c_str(), together, contacts)->UseManualTime();
  }
  RegisterBenchmark("flight/rocfall_rigid", by_model, RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_SPHERE);
  RegisterBenchmark("flight/rocfall_rigid/hull", by_model, RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_HULL);
  RegisterBenchmark("flight/rocfall_lumped", by_model, RF_MODEL_ROCFALL_LUMPED, RF_ROCFALL_SPHERE);
}

}  // namespace bench
