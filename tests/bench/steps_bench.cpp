#include <string>

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

void by_model(benchmark::State& bench, int32_t model) {
  SingleStep single(0);
  single.ground.scene.settings.model = model;
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
  for (const int32_t model : {RF_MODEL_ROCFALL_RIGID, RF_MODEL_ROCFALL_LUMPED}) {
    RegisterBenchmark((std::string("flight/") + rf_model_name(model)).c_str(), by_model, model);
  }
}

}  // namespace bench
