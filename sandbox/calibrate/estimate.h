// Estimates from the evaluations: uncertainty and correlations of the parameters, prediction of runs that were left
// out.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_ESTIMATE_H
#define ROCKFALL_SANDBOX_CALIBRATE_ESTIMATE_H

#include <string>
#include <utility>
#include <vector>

#include "calibrate/evaluations.h"
#include "calibrate/observations.h"

namespace sandbox::calibrate {

/** Standard deviation of a uniform distribution over the bounds, in coordinates: a parameter known no better than this
 *  is not determined. */
constexpr double undetermined_sd = 0.28867513459481287;
/** Absolute correlation from which two parameters count as indistinguishable. */
constexpr double indistinguishable_correlation = 0.9;

/** Evaluations from which the uncertainty of so many parameters is estimated. */
constexpr std::size_t least_evaluations(std::size_t parameters) { return 2 * (parameters + 1); }

struct Uncertainty {
  bool known = false;                            ///< false: too few evaluations, or none with another seed
  std::size_t evaluations = 0;                   ///< used for the slopes
  std::vector<double> sd;                        ///< by parameter, in coordinates
  std::vector<double> minimum;                   ///< of the regression, in coordinates; may be outside the bounds
  std::vector<std::vector<double>> correlation;  ///< by parameter, row by row
  std::vector<std::pair<std::size_t, std::size_t>> alike;  ///< pairs that cannot be told apart
  std::vector<std::vector<std::size_t>> flat;  ///< combinations of parameters along which the misfit does not change
};

/** Uncertainty by linear regression of the simulated means on the coordinates, around the best evaluation: covariance
 * s2 (J^T J)^-1 with J the slopes, corrected for the scatter of the simulated means (attenuation), and s2 the variance
 * of a residual with other rocks and what the choice of the best of scattered evaluations adds to it; with the bounds
 * as prior (sd 1 in coordinates). */
Uncertainty uncertainty_of(const Evaluations& evaluations, const Observations& observed, const Neighbours& neighbours);

/** Error of the prediction of runs that were not used. */
struct LeftOut {
  std::string name;
  std::vector<double> simulated;  ///< by kind, mean over the runs in which it was observed; NaN without any
  std::vector<double> observed;   ///< by kind
};

/** For every set of runs with the same name, which is not empty: the mean over these runs in that evaluation which fits
 *  all others best. */
std::vector<LeftOut> leave_out(const Evaluations& evaluations, const Observations& observed,
                               const std::vector<std::string>& names);

/** Error over the sets of runs in which a kind was observed. */
struct PredictionError {
  double rms = 0;  ///< root of the mean square of (simulated - observed); NaN without such sets
  std::size_t count = 0;
};

/** Errors by kind. */
std::vector<PredictionError> errors_of(const std::vector<LeftOut>& left_out);

/** Misfit of simulated means: root of the mean square of the residuals. */
double misfit_of(const std::vector<double>& residuals);

}  // namespace sandbox::calibrate
#endif
