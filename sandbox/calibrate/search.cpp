#include "calibrate/search.h"

#include <algorithm>
#include <exception>
#include <nlopt.hpp>

#include "calibrate/latin_hypercube.h"

namespace sandbox::calibrate {
namespace {

/** Accuracy of the coordinates: the misfit of chaotic trajectories is too rough for more. */
constexpr double accuracy = 0.004;
constexpr double first_step = 0.15;
/** Evaluations of one local search per coordinate and one more. */
constexpr int evaluations_per_coordinate = 15;

nlopt::algorithm algorithm_by_name(const std::string& name) {
  if (name == "bobyqa") return nlopt::LN_BOBYQA;
  if (name == "nelder_mead") return nlopt::LN_NELDERMEAD;
  return nlopt::LN_SBPLX;
}

/** What NLopt calls; keeps the exception of the objective, which NLopt would replace by another. */
struct Call {
  const Objective& objective;
  std::exception_ptr failure;

  static double run(const std::vector<double>& x, std::vector<double>&, void* data) {
    Call& call = *static_cast<Call*>(data);
    try {
      return call.objective(x);
    } catch (...) {
      call.failure = std::current_exception();
      throw nlopt::forced_stop();
    }
  }
};

void search_from(Point start, const SearchOptions& options, const Objective& objective) {
  const auto n = static_cast<unsigned>(options.dimensions);
  nlopt::opt optimiser(algorithm_by_name(options.optimiser), n);
  Call call{objective, nullptr};
  optimiser.set_min_objective(&Call::run, &call);
  optimiser.set_lower_bounds(0.0);
  optimiser.set_upper_bounds(1.0);
  optimiser.set_initial_step(first_step);
  optimiser.set_xtol_abs(accuracy);
  optimiser.set_maxeval(evaluations_per_coordinate * static_cast<int>(n + 1));
  double least = 0;
  try {
    optimiser.optimize(start, least);
  } catch (const nlopt::roundoff_limited&) {
    // The values differ by less than the optimiser can use: it has converged.
  } catch (const nlopt::forced_stop&) {
    if (call.failure) std::rethrow_exception(call.failure);
  }
}

}  // namespace

void require_search() {}

void search(const SearchOptions& options, const Objective& objective) {
  const std::vector<Point> design = latin_hypercube(options.dimensions, options.design, options.seed);
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < design.size(); ++i) order.emplace_back(objective(design[i]), i);
  std::sort(order.begin(), order.end());
  for (const auto& [value, i] : order) search_from(design[i], options, objective);
}

}  // namespace sandbox::calibrate
