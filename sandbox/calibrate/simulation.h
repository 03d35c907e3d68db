// One evaluation: the rocks of a scenario on a trial ground.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_SIMULATION_H
#define ROCKFALL_SANDBOX_CALIBRATE_SIMULATION_H

#include <optional>
#include <vector>

#include "calibrate/evaluations.h"
#include "calibrate/observations.h"
#include "calibrate/parameters.h"
#include "common/threads.h"
#include "run/run.h"

namespace sandbox::calibrate {

/** Steps the same rocks from the same releases with every ground (common random numbers). */
class Simulation {
 public:
  /** Scenario, scene and observations must outlive this.
   *  @param built  of the scenario, with its ground files; gets the ground of the scenario
   *  Throws InputError for a release outside the terrain. */
  Simulation(const Scenario& scenario, BuiltScene& built, const Observations& observed, const RunOptions& options);

  /** The mean of every observed value over the rocks of its run, as Observations::values, on the ground of a point;
   * nothing if that is not valid (mu_min above mu_max). Throws RunError if a step fails. */
  std::optional<std::vector<double>> means(const Point& point);

  std::uint64_t rock_steps() const { return rock_steps_; }

  /** Share of the rocks of the last evaluation that moved until the time limit. */
  double share_at_time_limit() const;

 private:
  /** False if the ground is not valid. */
  bool use_ground_of(const Scenario& scenario);
  /** Fills ends_, and rock_statistics_ where maxima are needed. */
  void step_rocks();

  const Scenario& scenario_;
  BuiltScene& built_;
  bool by_place_ = false;  ///< a parameter acts on a part of the terrain only
  const Observations& observed_;
  RunOptions options_;
  std::vector<rf_state> starts_, ends_;
  std::vector<rf_rock_statistics> rock_statistics_;  ///< empty unless maxima are observed
  ThreadPool pool_;
  std::uint64_t rock_steps_ = 0;
};

/** The rocks of a scenario on the ground of a point. Throws RunError if a step fails. */
Evaluation evaluate(const Scenario& scenario, const Observations& observed, const Point& point, Simulation& simulation);

}  // namespace sandbox::calibrate
#endif
