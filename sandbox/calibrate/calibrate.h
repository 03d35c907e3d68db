// `rockfall calibrate`: fits ground parameters of a scenario to its observations.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_CALIBRATE_H
#define ROCKFALL_SANDBOX_CALIBRATE_CALIBRATE_H

#include <filesystem>
#include <string>
#include <vector>

#include "calibrate/estimate.h"

namespace sandbox::calibrate {

struct Options {
  std::uint32_t evaluations = 150;  ///< of the search, at most, those of a resumed state included
  double minutes = 1e9;             ///< of this run; one evaluation is made in any case
  std::string optimiser = "sbplx";
  unsigned threads = 1;
  std::filesystem::path state;  ///< file of the evaluations; empty: none
  bool resume = false;          ///< continue from that file
  bool quiet = false;
};

/** Everything that is reported. */
struct Result {
  Observations observed;
  Evaluations evaluations;
  std::size_t best = 0;
  std::size_t resumed = 0;  ///< evaluations of the search that were read, not made
  Uncertainty uncertainty;
  Neighbours neighbours;
  std::size_t left_out_neighbours = 0;  ///< evaluations around the best one for which there was no time
  std::vector<LeftOut> left_out_runs;
  std::vector<LeftOut> left_out_groups;  ///< empty with fewer than two groups
  std::uint64_t rock_steps = 0;
  double wall = 0;                    ///< s
  const char* ended = "";             ///< why the search ended
  bool without_local_search = false;  ///< it ended within the points of the Latin hypercube
};

/** What a calibration begins with; made before anything is written. */
struct Input {
  /** Throws InputError: nothing to fit, no observations, fewer rocks than runs, a state that does not belong to this.
   */
  Input(const Scenario& scenario, const Options& options);

  BuiltScene built;
  Observations observed;
  Evaluations evaluations;  ///< of the state that is continued
};

/** Minimises the misfit of the scenario over scenario.fits.
 *  @param input  of this scenario and these options; observations and evaluations are moved to the result
 *  Throws RunError, or InputError for a release outside the terrain. */
Result calibrate(const Scenario& scenario, const Options& options, Input&& input);

/** True if at least two evaluations gave the same results, to the last bit, and none others. */
bool all_alike(const Result& result);

/** The scenario with the ground of the best evaluation; the scenario itself if all are alike. */
Scenario fitted(const Scenario& scenario, const Result& result);

}  // namespace sandbox::calibrate
#endif
