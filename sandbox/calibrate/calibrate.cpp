#include "calibrate/calibrate.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <set>

#include "calibrate/interruption.h"
#include "calibrate/provenance.h"
#include "calibrate/search.h"
#include "calibrate/simulation.h"
#include "common/error.h"
#include "common/text.h"
#include "run/part_file.h"
#include "run/run.h"
#include "scenario/ground_use.h"

namespace sandbox::calibrate {
namespace {

/** Coordinates at which each parameter is evaluated after the search. */
constexpr std::array<double, 5> profile_places = {0, 0.25, 0.5, 0.75, 1};

/** Ends a search at a bound on its work. */
struct Ended {
  const char* why;
};

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::string text_of_fit(const FitSpec& fit) {
  return fit_name(fit) + " = " + format_number(fit.from, 17) + " to " + format_number(fit.to, 17) +
         (fit.logarithmic ? ", logarithmic" : "");
}

/** What must be the same in a calibration that is continued. */
std::string problem_of(const Scenario& scenario, const BuiltScene& built, const Observations& observed,
                       const std::string& optimiser) {
  std::string text = runnable_text(scenario);
  text += "hash of terrain, rocks, ground and starts " + std::to_string(hash_of(built, scenario.seed)) + "\n";
  for (const FitSpec& fit : scenario.fits) text += "fit " + text_of_fit(fit) + "\n";
  text += "optimiser " + optimiser + "\n";
  for (std::size_t i = 0; i < observed.size(); ++i) {
    text += "observed " + observed.runs[i / observed.kinds.size()] + " " + format_number(observed.values[i], 17) + "\n";
  }
  return text;
}

const Scenario& with_checked_fits(const Scenario& scenario) {
  if (!search_available()) search({}, {});
  if (scenario.fits.empty()) {
    throw InputError("nothing to fit: give --fit ground.FIELD=FROM:TO[:log], or a table [calibrate] in the scenario");
  }
  std::set<std::int32_t> seen;
  for (const FitSpec& fit : scenario.fits) {
    if (!seen.insert(fit.field).second) throw InputError(fit_name(fit) + ": is to be fitted twice");
    if (scenario.ground.fields.count(fit.field) != 0) {
      throw InputError(fit_name(fit) + ": cannot be fitted, the scenario has a raster of it");
    }
  }
  return scenario;
}

/** One line on standard error: evaluations so far, the best one, time left. */
class ProgressLine {
 public:
  ProgressLine(std::uint32_t bound, bool quiet) : bound_(bound), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

  void show(const Evaluations& evaluations, const std::vector<FitSpec>& fits, double seconds, std::size_t made) {
    if (quiet_) return;
    const std::size_t best = evaluations.best();
    const bool better = best != shown_best_;
    if (!terminal_ && !better && seconds - shown_at_ < 10) return;
    shown_best_ = best;
    shown_at_ = seconds;
    const std::size_t count = evaluations.all().size();
    const Evaluation& evaluation = evaluations.all()[best];
    std::string parameters;
    for (std::size_t i = 0; i < fits.size(); ++i) {
      parameters += (i == 0 ? "" : ", ") + fit_name(fits[i]) + " " + format_number(evaluation.values[i], 4);
    }
    const double left =
        seconds / static_cast<double>(made) * static_cast<double>(bound_ - std::min<std::size_t>(bound_, count));
    std::fprintf(stderr, "%s%zu of %u evaluations, best misfit %.4f at %s; at most %.0f s left%s",
                 terminal_ ? "\r" : "", count, bound_, evaluation.misfit, parameters.c_str(), left,
                 terminal_ ? "   " : "\n");
    std::fflush(stderr);
  }
  void finish() const {
    if (!quiet_ && terminal_) std::fprintf(stderr, "\n");
  }

 private:
  std::uint32_t bound_;
  bool quiet_, terminal_;
  std::size_t shown_best_ = SIZE_MAX;
  double shown_at_ = 0;
};

RunOptions run_options_of(const Scenario& scenario, const Options& options) {
  return run_options(scenario, options.threads, true);
}

/** Points of the design: enough for slopes in all directions, at most two fifths of the default bound. */
std::uint32_t design_points(std::size_t dimensions) {
  return static_cast<std::uint32_t>(std::min<std::size_t>(8 * dimensions + 4, 60));
}

Evaluation evaluate(const Scenario& scenario, const Observations& observed, const Point& point,
                    Simulation& simulation) {
  Evaluation evaluation;
  evaluation.point = point;
  evaluation.values = values_at(scenario.fits, point);
  const auto means = simulation.means(ground_at(scenario.ground.ground, scenario.fits, point));
  if (means) evaluation.means = *means;
  evaluation.misfit = means ? misfit_of(observed.residuals(*means)) : invalid_misfit;
  return evaluation;
}

/** Each parameter at places spread over its bounds, the others as at a point. */
std::vector<Evaluation> profiles_through(const Scenario& scenario, const Observations& observed, const Point& point,
                                         Simulation& simulation) {
  std::vector<Evaluation> profiles;
  for (std::size_t parameter = 0; parameter < point.size(); ++parameter) {
    for (const double place : profile_places) {
      Point moved = point;
      moved[parameter] = place;
      profiles.push_back(evaluate(scenario, observed, moved, simulation));
    }
  }
  return profiles;
}

/** Runs the search on the simulation; says why it ended. */
const char* minimise(const Scenario& scenario, const Options& options, Simulation& simulation, Result& result) {
  const auto begin = std::chrono::steady_clock::now();
  Interruption interruption(options.state, !result.evaluations.all().empty());
  ProgressLine progress(options.evaluations, options.quiet);
  const Objective objective = [&](const Point& point) {
    // A search that is continued asks for the same points again.
    if (const Evaluation* known = result.evaluations.find(point)) return known->misfit;
    if (result.evaluations.all().size() >= options.evaluations) throw Ended{"the bound on evaluations was reached"};
    // One evaluation at least: without any there is no result.
    const bool some = !result.evaluations.all().empty();
    if (some && seconds_since(begin) > 60 * options.minutes) throw Ended{"the bound on time was reached"};
    Evaluation evaluation = evaluate(scenario, result.observed, point, simulation);
    const double misfit = evaluation.misfit;
    result.evaluations.add(std::move(evaluation));
    interruption.saved();
    progress.show(result.evaluations, scenario.fits, seconds_since(begin),
                  result.evaluations.all().size() - result.resumed);
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
  progress.finish();
  return why;
}

/** mu_min must not be above mu_max: the bounds of one must fit the other, or some value of it that is tried. */
void check_friction_bounds(const Scenario& scenario) {
  rf_ground widest = scenario.ground.ground;
  for (const FitSpec& fit : scenario.fits) {
    ground_member(widest, fit.field) = fit.field == RF_GROUND_MU_MAX ? fit.to : fit.from;
  }
  for (const FitSpec& fit : scenario.fits) {
    if (fit.field != RF_GROUND_MU_MIN && fit.field != RF_GROUND_MU_MAX) continue;
    for (const double bound : {fit.from, fit.to}) {
      rf_ground ground = widest;
      ground_member(ground, fit.field) = bound;
      rf_error error{};
      if (rf_ground_check(&ground, &error) == RF_OK) continue;
      throw InputError(fit_name(fit) + ": the bound " + format_number(bound) + " is not possible: " + error.text);
    }
  }
}

/** A trial ground is the same everywhere. */
void check_fits_act(const Scenario& scenario, const BuiltScene& built) {
  std::set<std::int32_t> fitted;
  for (const FitSpec& fit : scenario.fits) fitted.insert(fit.field);
  for (const FitSpec& fit : scenario.fits) {
    std::string reason = unused_because(scenario, built, fit.field);
    if (built.ground_given_somewhere(fit.field)) reason = "[[soil]] or [[forest]] give it to a part of the terrain";
    if (reason.empty()) reason = without_effect(scenario, built, fit.field, fitted);
    if (!reason.empty()) throw InputError(fit_name(fit) + ": cannot be fitted: " + reason);
  }
}

void check(const Scenario& scenario, const BuiltScene& built, const Options& options) {
  check_friction_bounds(scenario);
  check_fits_act(scenario, built);
  if (options.optimiser == "bobyqa" && scenario.fits.size() < 2) {
    throw InputError("the optimiser bobyqa needs at least two parameters; use sbplx or nelder_mead");
  }
  if (scenario.rock_count < built.run_count()) {
    throw InputError("a calibration needs at least one rock for each of the " + std::to_string(built.run_count()) +
                     " runs, has " + std::to_string(scenario.rock_count));
  }
}

}  // namespace

Input::Input(const Scenario& scenario, const Options& options)
    : built(with_checked_fits(scenario)),
      observed(read_observations(scenario, built)),
      evaluations(options.state, problem_of(scenario, built, observed, options.optimiser)) {
  check(scenario, built, options);
  if (options.resume) evaluations.load(scenario.fits.size(), observed.size());
}

Result calibrate(const Scenario& scenario, const Options& options, Input&& input) {
  const auto begin = std::chrono::steady_clock::now();
  Result result{std::move(input.observed), std::move(input.evaluations), 0, 0, {}, {}, 0, {}, {}, 0, 0, ""};
  result.resumed = result.evaluations.all().size();

  const RunOptions run = run_options_of(scenario, options);
  Simulation simulation(input.built, result.observed, run);
  result.ended = minimise(scenario, options, simulation, result);
  if (result.evaluations.all().empty()) throw RunError("the bound on the work left no time for an evaluation");
  result.best = result.evaluations.best();
  const Evaluation& best = result.evaluations.all()[result.best];
  if (best.means.empty()) throw RunError("no evaluation had a valid ground: mu_min must not be above mu_max");

  if (!options.quiet) {
    std::fprintf(stderr, "%zu more evaluations around the best one, for its uncertainty\n",
                 1 + profile_places.size() * best.point.size());
  }
  RunOptions other = run;
  ++other.seed;
  Simulation again(input.built, result.observed, other);
  result.neighbours.other_seed = *again.means(ground_at(scenario.ground.ground, scenario.fits, best.point));
  result.neighbours.profiles = profiles_through(scenario, result.observed, best.point, simulation);
  result.at_time_limit = again.share_at_time_limit();
  result.uncertainty = uncertainty_of(result.evaluations, result.observed, result.neighbours);
  result.left_out_runs = leave_out(result.evaluations, result.observed, result.observed.runs);
  result.left_out_groups = leave_out(result.evaluations, result.observed, result.observed.groups);
  result.rock_steps = simulation.rock_steps() + again.rock_steps();
  result.wall = seconds_since(begin);
  return result;
}

bool all_alike(const Result& result) {
  const std::vector<Evaluation>& all = result.evaluations.all();
  return all.size() > 1 && std::all_of(all.begin(), all.end(), [&](const Evaluation& evaluation) {
           return !evaluation.means.empty() && evaluation.means == all.front().means;
         });
}

Scenario fitted(const Scenario& scenario, const Result& result) {
  Scenario copy = scenario;
  if (all_alike(result)) return copy;  // nothing is known of the parameters
  const Evaluation& best = result.evaluations.all()[result.best];
  copy.ground.ground = ground_at(scenario.ground.ground, scenario.fits, best.point);
  copy.ground.calibrated = provenance_of(scenario, result.observed.runs.size());
  copy.ground.preset.clear();
  return copy;
}

}  // namespace sandbox::calibrate
