#include <string>

#include "rows.h"

namespace bench {

namespace {

// One step from the same state over and over.
void step_from(benchmark::State& bench, const Piece& piece, rf_step_report* report) {
  rf_state state;
  for (auto _ : bench) {
    state = piece.from;
    benchmark::DoNotOptimize(rf_step(&piece.ground.scene, &state, report));
    benchmark::ClobberMemory();
  }
}

void by_scheme(benchmark::State& bench, uint32_t contacts, int32_t scheme, bool reported) {
  Piece piece(contacts);
  piece.ground.scene.settings.scheme = scheme;
  if (piece.contacts_found() != contacts) {
    bench.SkipWithError("the step has not the contacts it should have");
    return;
  }
  rf_contact room[RF_MAX_CONTACTS];
  rf_step_report report = {};
  report.contacts = room;
  report.contact_capacity = RF_MAX_CONTACTS;
  step_from(bench, piece, reported ? &report : nullptr);
}

void by_model(benchmark::State& bench, int32_t model) {
  Piece piece(0);
  piece.ground.scene.settings.model = model;
  step_from(bench, piece, nullptr);
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
