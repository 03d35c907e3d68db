#include "calibrate/simulation.h"

#include <algorithm>
#include <cmath>

#include "calibrate/estimate.h"
#include "calibrate/parameters.h"
#include "common/error.h"
#include "run/check_status.h"

namespace sandbox::calibrate {

Simulation::Simulation(const Scenario& scenario, BuiltScene& built, const Observations& observed,
                       const RunOptions& options)
    : scenario_(scenario),
      built_(built),
      observed_(observed),
      options_(options),
      pool_(std::max(1u, std::min(options.threads, options.rocks))) {
  options_.quiet = true;
  options_.recorded_rocks = 0;
  for (const FitSpec& fit : scenario.fits) by_place_ |= fit.soil || built.ground_given_somewhere(fit.field);
  // Former evaluations have left another ground, on which the starts may depend.
  use_ground_of(scenario);
  for (std::uint32_t rock = 0; rock < options.rocks; ++rock) starts_.push_back(built.start(rock, options.seed));
}

bool Simulation::use_ground_of(const Scenario& scenario) {
  const rf_ground& ground = scenario.ground.ground;
  if (!by_place_) {
    if (built_.set_ground(ground) != RF_OK) return false;
  } else {
    if (rf_ground_check(&ground, nullptr) != RF_OK) return false;
    try {
      built_.set_ground_of(scenario);
    } catch (const InputError&) {
      return false;  // mu_min above mu_max in a soil
    }
  }
  const rf_tasks tasks = pool_.tasks();
  built_.store_relief(options_.rocks, &tasks);
  return true;
}

void Simulation::step_rocks() {
  if (observed_.needs_maxima() || !built_.scatter().empty()) {
    RunResult result = run_rocks(built_, options_);
    ends_ = std::move(result.ends);
    rock_statistics_ = std::move(result.rock_statistics);
    rock_steps_ += result.steps;
    return;
  }
  // Without maxima rocks can be stepped together in SIMD lanes, which gives the same bits.
  ends_ = starts_;
  const rf_tasks tasks = pool_.tasks();
  rf_many_report report{};
  do {
    constexpr std::uint32_t steps_at_once = 2000;
    const auto count = static_cast<std::uint32_t>(ends_.size());
    check_status(rf_step_many(&built_.scene(), ends_.data(), count, steps_at_once, &tasks, &report), "a step");
    rock_steps_ += report.rock_steps;
  } while (report.moving > 0);
}

double Simulation::share_at_time_limit() const {
  const auto count =
      std::count_if(ends_.begin(), ends_.end(), [](const rf_state& state) { return state.end == RF_ENDED_TIME_LIMIT; });
  return ends_.empty() ? 0 : static_cast<double>(count) / static_cast<double>(ends_.size());
}

std::optional<std::vector<double>> Simulation::means(const Point& point) {
  if (!use_ground_of(scenario_at(scenario_, point))) return std::nullopt;
  step_rocks();
  const std::size_t runs = observed_.runs.size();
  const std::size_t kinds = observed_.kinds.size();
  std::vector<double> sums(observed_.values.size(), 0.0);
  std::vector<double> counts(runs, 0.0);
  for (std::size_t rock = 0; rock < ends_.size(); ++rock) {
    const std::size_t run = built_.run_of(static_cast<std::uint32_t>(rock));
    const double* end = ends_[rock].position;
    const double* start = starts_[rock].position;
    counts[run] += 1;
    for (std::size_t k = 0; k < kinds; ++k) {
      double value = 0;
      switch (observed_.kinds[k]) {
        case Kind::runout: {
          const double dx = end[0] - start[0], dy = end[1] - start[1];
          value = std::sqrt(dx * dx + dy * dy);
          break;
        }
        case Kind::x:
          value = end[0] + built_.origin()[0];
          break;
        case Kind::y:
          value = end[1] + built_.origin()[1];
          break;
        case Kind::velocity:
          value = rock_statistics_[rock].maximum[RF_VELOCITY];
          break;
        case Kind::jump_height:
          value = rock_statistics_[rock].maximum[RF_JUMP_HEIGHT];
          break;
        case Kind::left:
          value = ends_[rock].end == RF_ENDED_LEFT_TERRAIN ? 1 : 0;
          break;
      }
      sums[run * kinds + k] += value;
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] /= counts[i / kinds];
  return sums;
}

Evaluation evaluate(const Scenario& scenario, const Observations& observed, const Point& point,
                    Simulation& simulation) {
  Evaluation evaluation;
  evaluation.point = point;
  evaluation.values = values_at(scenario.fits, point);
  const auto means = simulation.means(point);
  if (means) evaluation.means = *means;
  if (means) evaluation.at_time_limit = simulation.share_at_time_limit();
  evaluation.misfit = means ? misfit_of(observed.residuals(*means)) : invalid_misfit;
  return evaluation;
}

}  // namespace sandbox::calibrate
