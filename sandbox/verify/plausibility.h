// `rockfall plausibility`: ramps and drops on the ground presets against observations on real slopes.
#ifndef ROCKFALL_SANDBOX_VERIFY_PLAUSIBILITY_H
#define ROCKFALL_SANDBOX_VERIFY_PLAUSIBILITY_H

#include <string>
#include <vector>

#include "verify/table.h"

namespace sandbox::verify {

struct PlausibilityOptions {
  unsigned threads = 0;  ///< 0: as many as the machine has
  bool quick = false;    ///< fewer rocks, classes and time steps
};

/** Mean speed against distance of one ground preset on the long ramp. */
struct SpeedProfile {
  std::string ground;
  std::vector<double> distance;  ///< m along the slope
  std::vector<double> speed;     ///< m/s; NaN where no rock came
};

/** Rebound of the centre of one ground preset: upward over incoming velocity of S. */
struct Rebound {
  std::string ground;
  double q10 = 0, median = 0, mean = 0, q90 = 0;
};

/** Run-outs of one ground preset at several time steps. */
struct RunoutOfSteps {
  std::string ground;
  std::vector<double> time_step;       ///< s
  std::vector<double> runout;          ///< mean, m
  std::vector<double> standard_error;  ///< of the mean, m
  /** Largest difference of two means over the mean at the smallest time step. */
  double change() const;
};

struct Plausibility {
  std::vector<Table> tables;
  std::vector<SpeedProfile> profiles;
  std::vector<Rebound> rebounds;
  std::vector<RunoutOfSteps> runouts;
  /** True if no requirement fails. */
  bool holds() const;
};

/** Runs everything; prints each table on standard output when it is ready. Throws RunError. */
Plausibility check_plausibility(const PlausibilityOptions& options);

}  // namespace sandbox::verify
#endif
