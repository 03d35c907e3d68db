// The evaluations around the best one, which tell how certain it is.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_NEIGHBOURS_H
#define ROCKFALL_SANDBOX_CALIBRATE_NEIGHBOURS_H

#include "calibrate/simulation.h"
#include "calibrate/work.h"

namespace sandbox::calibrate {

/** Number of these evaluations. @param parameters  number of fitted ones */
std::size_t neighbour_count(std::size_t parameters);

/** Those that were kept around the evaluation that is the best now. Needs at least one evaluation. */
Neighbours known_neighbours(const Evaluations& evaluations);

/** How many of them are missing. */
std::size_t missing_neighbours(const Evaluations& evaluations);

/** Makes those that are missing: the best parameters with another seed, then each parameter at places spread over its
 * bounds. Ends earlier at the bound on time. They are kept in the evaluations, each at once; a best evaluation that is
 * new replaces the ones around another.
 *  @param simulation  with the seed of the scenario
 *  @param run         of the simulation
 *  @return steps of rocks that `simulation` did not make
 *  Throws RunError. */
std::uint64_t make_neighbours(const Scenario& scenario, BuiltScene& built, const Observations& observed,
                              const RunOptions& run, Simulation& simulation, Evaluations& evaluations, Work& work);

}  // namespace sandbox::calibrate
#endif
