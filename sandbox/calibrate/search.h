// Derivative-free minimisation in the unit cube: a Latin hypercube, then local searches from its best points.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_SEARCH_H
#define ROCKFALL_SANDBOX_CALIBRATE_SEARCH_H

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "calibrate/parameters.h"

namespace sandbox::calibrate {

struct SearchOptions {
  std::size_t dimensions = 1;
  std::uint64_t seed = 1;
  std::uint32_t design = 20;        ///< points of the Latin hypercube
  std::string optimiser = "sbplx";  ///< sbplx, bobyqa (from two parameters on) or nelder_mead
};

/** Names of the optimisers. */
inline const std::vector<std::string>& optimiser_names() {
  static const std::vector<std::string> names = {"sbplx", "bobyqa", "nelder_mead"};
  return names;
}

/** Throws InputError where the program was built without NLopt. */
void require_search();

/** Value of the function at a point; throws to end the search. */
using Objective = std::function<double(const Point&)>;

/** Minimises until every start has converged or the objective throws, whose exception passes through. The points depend
 * on the options and on the values of the function only. See require_search(). */
void search(const SearchOptions& options, const Objective& objective);

}  // namespace sandbox::calibrate
#endif
