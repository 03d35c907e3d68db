// What was measured on the runs of a scenario, and the same of simulated rocks.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_OBSERVATIONS_H
#define ROCKFALL_SANDBOX_CALIBRATE_OBSERVATIONS_H

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

/** Observed values by run and kind. */
struct Observations {
  std::vector<Kind> kinds;
  std::vector<double> magnitudes;   ///< by kind: mean of the observed ones; of a deposit its distance from the release
  std::vector<double> scales;       ///< by kind: the residual that counts as 1; the magnitude, or 1 where that is 0
  std::vector<std::string> runs;    ///< names, in the order of BuiltScene
  std::vector<std::string> groups;  ///< by run; empty names without groups
  std::vector<double> values;       ///< [run * kinds.size() + kind]
  std::vector<std::string> warnings;  ///< about rows that are not used and places outside the terrain

  std::size_t size() const { return values.size(); }
  /** True if largest velocities or jump heights are needed. */
  bool needs_maxima() const;
  /** (simulated - observed) / scale, for every value. */
  std::vector<double> residuals(const std::vector<double>& simulated) const;
};

/** Reads the file of [observed]. Throws InputError: no observation of a run, no value, no [observed]. */
Observations read_observations(const Scenario& scenario, const BuiltScene& built);

}  // namespace sandbox::calibrate
#endif
