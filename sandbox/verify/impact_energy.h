// Translational energy after the impacts of rocks on a slope, over that before.
#ifndef ROCKFALL_SANDBOX_VERIFY_IMPACT_ENERGY_H
#define ROCKFALL_SANDBOX_VERIFY_IMPACT_ENERGY_H

#include <vector>

#include "verify/slope_trial.h"

namespace sandbox::verify {

/** Limits that define an impact. */
struct ImpactLimits {
  double flight = 0.2;  ///< s without contact before and after it, at the least
  double speed = 16.7;  ///< m/s of S before it, at the least; default: the slowest measured one of Caviezel et al. 2019
};

/** Ratios of the translational energies, one for each impact, by rocks and time. An impact ends when the rock is out of
 *  contact and soil for the time of the limits; impacts of a rock that ends before are left out. The result depends on
 *  neither threads nor their order. Throws RunError. */
std::vector<double> impact_energy_ratios(const Rock& rock, const Hillside& hillside, const TrialOptions& options,
                                         const ImpactLimits& limits);

}  // namespace sandbox::verify
#endif
