#include "calibrate/calibrate.h"

#include <algorithm>
#include <cstdio>

#include "calibrate/checks.h"
#include "calibrate/neighbours.h"
#include "calibrate/provenance.h"
#include "calibrate/search.h"
#include "common/error.h"
#include "common/text.h"
#include "run/part_file.h"
#include "run/run.h"

namespace sandbox::calibrate {
namespace {

/** Ends a search at a bound on its work. */
struct Ended {
  const char* why;
};

std::string text_of_fit(const FitSpec& fit) {
  return fit_name(fit) + " = " + format_exact(fit.from) + " to " + format_exact(fit.to) +
         (fit.logarithmic ? ", logarithmic" : "");
}

/** What must be the same in a calibration that is continued. */
std::string problem_of(const Scenario& scenario, const BuiltScene& built, const Observations& observed,
                       const std::string& optimiser) {
  std::string text = runnable_text(scenario);
  text += "hash of terrain, rocks, ground and starts " + std::to_string(hash_of(built, scenario.seed)) + "\n";
  for (const FitSpec& fit : scenario.fits) text += "fit " + text_of_fit(fit) + "\n";
  text += "optimiser " + optimiser + "\n";
  for (std::size_t i = 0; i < observed.values.size(); ++i) {
    text += "observed " + observed.runs[i / observed.kinds.size()] + " " + format_exact(observed.values[i]) + "\n";
  }
  return text;
}

const Scenario& with_checked_fits(const Scenario& scenario) {
  require_search();
  check_fits(scenario);
  return scenario;
}

/** Points of the design: enough for slopes in all directions, at most two fifths of the default bound. */
std::uint32_t design_points(std::size_t dimensions) {
  return static_cast<std::uint32_t>(std::min<std::size_t>(8 * dimensions + 4, 60));
}

/** Throws Ended where there is no room for another evaluation of the search. One is made in any case: without any there
 * is no result. */
void check_bounds(const Evaluations& evaluations, std::uint32_t most, const TimeBound& time) {
  if (evaluations.all().size() >= most) throw Ended{"the bound on evaluations was reached"};
  if (evaluations.all().empty()) return;
  if (!time.leaves_room(missing_neighbours(evaluations))) throw Ended{"the bound on time was reached"};
}

/** Runs the search on the simulation. Returns why it ended. */
const char* minimise(const Scenario& scenario, const Options& options, Simulation& simulation, Result& result,
                     Work& work) {
  const Objective objective = [&](const Point& point) {
    // A search that is continued asks for the same points again.
    Evaluations& evaluations = result.evaluations;
    if (const Evaluation* known = evaluations.find(point)) return known->misfit;
    check_bounds(evaluations, options.evaluations, work.time);
    Evaluation evaluation = evaluate(scenario, result.observed, point, simulation);
    const double misfit = evaluation.misfit;
    work.time.evaluated();
    evaluations.add(std::move(evaluation));
    work.interruption.saved();
    const std::size_t left = options.evaluations - evaluations.all().size() + missing_neighbours(evaluations);
    work.progress.show_search(evaluations, scenario.fits, options.evaluations,
                              std::min(work.time.of(left), work.time.left()));
    return misfit;
  };
  SearchOptions search_options;
  search_options.dimensions = scenario.fits.size();
  search_options.seed = scenario.seed;
  search_options.design = design_points(scenario.fits.size());
  search_options.optimiser = options.optimiser;
  const char* why = "every start has converged";
  try {
    search(search_options, objective);
  } catch (const Ended& ended) {
    why = ended.why;
  }
  work.progress.finish();
  return why;
}

/** Computes the estimates from the evaluations. */
void add_estimates(Result& result) {
  result.neighbours = known_neighbours(result.evaluations);
  result.left_out_neighbours = missing_neighbours(result.evaluations);
  result.uncertainty = uncertainty_of(result.evaluations, result.observed, result.neighbours);
  result.left_out_runs = leave_out(result.evaluations, result.observed, result.observed.runs);
  result.left_out_groups = leave_out(result.evaluations, result.observed, result.observed.groups);
}

}  // namespace

Input::Input(const Scenario& scenario, const Options& options)
    : built(with_checked_fits(scenario), KeepGroundFiles{}),
      observed(read_observations(scenario, built)),
      evaluations(options.state, problem_of(scenario, built, observed, options.optimiser)) {
  check_fits_on(scenario, built);
  if (options.optimiser == "bobyqa" && scenario.fits.size() < 2) {
    throw InputError("the optimiser bobyqa needs at least two parameters; use sbplx or nelder_mead");
  }
  if (options.resume) evaluations.load(scenario.fits, observed);
}

Result calibrate(const Scenario& scenario, const Options& options, Input&& input) {
  Result result{std::move(input.observed), std::move(input.evaluations), 0, 0, {}, {}, 0, {}, {}, 0, 0, "", false};
  result.resumed = result.evaluations.all().size();
  Work work{TimeBound(options.minutes), ProgressLine(options.quiet), Interruption(options.state, result.resumed > 0)};

  const RunOptions run = run_options(scenario, options.threads, true);
  Simulation simulation(scenario, input.built, result.observed, run);
  result.ended = minimise(scenario, options, simulation, result, work);
  if (result.evaluations.all().empty()) throw RunError("the bound on the work left no time for an evaluation");
  result.best = result.evaluations.best();
  result.without_local_search = result.evaluations.all().size() <= design_points(scenario.fits.size());
  if (result.evaluations.all()[result.best].means.empty()) {
    throw RunError("no evaluation had a valid ground: mu_min must not be above mu_max");
  }

  const std::size_t missing = missing_neighbours(result.evaluations);
  if (!options.quiet && missing > 0 && work.time.leaves_room(0)) {
    std::fprintf(stderr, "%s around the best one, for its uncertainty\n", counted(missing, "more evaluation").c_str());
  }
  const std::uint64_t other_steps =
      make_neighbours(scenario, input.built, result.observed, run, simulation, result.evaluations, work);
  add_estimates(result);
  result.rock_steps = simulation.rock_steps() + other_steps;
  result.wall = work.time.elapsed();
  return result;
}

bool all_alike(const Result& result) {
  const std::vector<Evaluation>& all = result.evaluations.all();
  return all.size() > 1 && std::all_of(all.begin(), all.end(), [&](const Evaluation& evaluation) {
           return !evaluation.means.empty() && evaluation.means == all.front().means;
         });
}

Scenario fitted(const Scenario& scenario, const Result& result) {
  if (all_alike(result)) return scenario;  // nothing is known of the parameters
  Scenario copy = scenario_at(scenario, result.evaluations.all()[result.best].point);
  copy.ground.calibrated = provenance_of(scenario, result.observed.runs_with_values());
  copy.ground.preset.clear();
  return copy;
}

}  // namespace sandbox::calibrate
