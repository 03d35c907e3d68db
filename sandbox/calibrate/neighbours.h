// Evaluations around the best one ("neighbours"), from which its uncertainty is estimated.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_NEIGHBOURS_H
#define ROCKFALL_SANDBOX_CALIBRATE_NEIGHBOURS_H

#include "calibrate/simulation.h"
#include "calibrate/work.h"

namespace sandbox::calibrate {

/** Number of neighbours. @param parameters  number of fitted parameters */
std::size_t neighbour_count(std::size_t parameters);

/** The stored neighbours of the evaluation that is now the best. Needs at least one evaluation. */
Neighbours known_neighbours(const Evaluations& evaluations);

/** Number of neighbours of the best evaluation that have not been made. */
std::size_t missing_neighbours(const Evaluations& evaluations);

/** Makes the missing neighbours: the best parameters with another seed, then each parameter at values spread over its
 * bounds. Ends earlier at the bound on time. Each is stored in the evaluations at once; the neighbours of a former best
 * evaluation are replaced.
 *  @param simulation  with the seed of the scenario
 *  @param run         of the simulation
 *  @return steps of rocks that `simulation` did not make
 *  Throws RunError. */
std::uint64_t make_neighbours(const Scenario& scenario, BuiltScene& built, const Observations& observed,
                              const RunOptions& run, Simulation& simulation, Evaluations& evaluations, Work& work);

}  // namespace sandbox::calibrate
#endif
