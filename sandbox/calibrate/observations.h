// Measurements on the runs of a scenario, and the same quantities of simulated rocks.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_OBSERVATIONS_H
#define ROCKFALL_SANDBOX_CALIBRATE_OBSERVATIONS_H

#include <functional>
#include <string>
#include <vector>

#include "scenario/scene_builder.h"

namespace sandbox::calibrate {

/** Kinds of values that are compared. `left` is the share of the rocks that left the terrain; it is compared with 0
 *  where the place of rest was observed, for such a rock has no run-out. */
enum class Kind { runout, x, y, velocity, jump_height, left };

/** "run-out" */
const char* kind_name(Kind kind);
/** "m" */
const char* kind_unit(Kind kind);

/** Means by kind over some runs: over those in which that kind was observed. */
struct RunMeans {
  std::vector<std::size_t> runs;            ///< numbers of these runs
  std::vector<double> observed, simulated;  ///< NaN without such runs
};

/** Observed values by run and kind. Arrays by run and kind are [run * kinds.size() + kind]. */
struct Observations {
  std::vector<Kind> kinds;
  std::vector<double> magnitudes;   ///< by kind: mean of the observed ones; of a deposit its distance from the release
  std::vector<double> scales;       ///< by kind: the residual that counts as 1; the magnitude, or 1 where that is 0
  std::vector<std::string> runs;    ///< names, in the order of BuiltScene
  std::vector<std::string> groups;  ///< by run; empty names without groups
  std::vector<double> values;       ///< by run and kind; NaN where nothing was observed
  std::vector<std::string> warnings;  ///< about rows that are not used and what lies outside the terrain

  /** True if largest velocities or jump heights are needed. */
  bool needs_maxima() const;
  /** Where the observed ones are in `values`, in their order. */
  std::vector<std::size_t> places() const;
  /** Number of runs on which something was observed. */
  std::size_t runs_with_values() const;
  /** (simulated - observed) / scale of each observed value, in the order of places(). @param simulated  by run and kind
   */
  std::vector<double> residuals(const std::vector<double>& simulated) const;
  /** Means over the runs for which `chosen` is true. @param simulated  by run and kind */
  RunMeans means_of(const std::function<bool(std::size_t run)>& chosen, const std::vector<double>& simulated) const;
};

/** Reads the file of [observed]. Throws InputError: no row of a run, no value in a column, a place of rest with one
 *  coordinate only, no [observed]. */
Observations read_observations(const Scenario& scenario, const BuiltScene& built);

}  // namespace sandbox::calibrate
#endif
