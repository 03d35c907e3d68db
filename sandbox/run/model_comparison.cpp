#include "run/model_comparison.h"

#include <utility>

#include "run/quantities.h"

namespace sandbox {

const MeasureText& text_of(Measure measure) {
  static const std::array<MeasureText, measure_count> texts = {{{"run-out", "m", "runout_m"},
                                                                {"kinetic energy", "kJ", "E_max_kJ"},
                                                                {"jump height", "m", "jump_height_max_m"},
                                                                {"rotation", "rot/s", "rotation_max_rot_s"}}};
  return texts[static_cast<std::size_t>(measure)];
}

std::vector<ModelRun> run_models(Scenario scenario, RunOptions options) {
  std::vector<ModelRun> runs;
  for (std::int32_t model = 0; model < RF_MODEL_COUNT; ++model) {
    scenario.settings.model = model;
    BuiltScene built(scenario);
    ModelRun run;
    run.model = model;
    run.warnings = built.warnings();
    store_relief(built, options);
    run.result = run_rocks(built, options);
    run.statistics = summarise(run.result);
    run.values[0] = run.statistics.runouts;
    for (const rf_rock_statistics& statistics : run.result.rock_statistics) {
      run.values[static_cast<std::size_t>(Measure::energy)].push_back(1e-3 * statistics.maximum[RF_KINETIC_ENERGY]);
      run.values[static_cast<std::size_t>(Measure::jump)].push_back(statistics.maximum[RF_JUMP_HEIGHT]);
      run.values[static_cast<std::size_t>(Measure::rotation)].push_back(statistics.maximum[RF_ROTATION] / two_pi);
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace sandbox
