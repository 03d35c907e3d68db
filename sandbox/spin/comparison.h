// Cost and accuracy of each rotation scheme on the cuboid of Leine et al. 2021, section 4.3: 3 x 2 x 1 m, 1 kg,
// rotating about its intermediate axis at 10 rad/s for 20 s.
#ifndef ROCKFALL_SANDBOX_SPIN_COMPARISON_H
#define ROCKFALL_SANDBOX_SPIN_COMPARISON_H

#include <cstdint>
#include <vector>

namespace sandbox {

struct RotationResult {
  std::int32_t scheme = 0;    ///< an rf_scheme
  double time_step = 0;       ///< s
  double cost = 0;            ///< elapsed time of a step, ns
  int flips = 0;              ///< changes of sign of omega_y in 20 s; there should be four
  double flip_error = 0;      ///< largest error of their times, s; NaN unless there are four
  double angle_error = 0;     ///< of the orientation after 20 s, rad
  double energy_drift = 0;    ///< relative, over `drift_steps`
  double momentum_drift = 0;  ///< of the angular momentum, relative
};

/** Every scheme with every time step, scheme after scheme. Errors are relative to a Runge-Kutta integration
 *  whose own error is of rounding size. @param quiet  without progress */
std::vector<RotationResult> compare_rotations(const std::vector<double>& time_steps, std::uint32_t drift_steps,
                                              bool quiet);

/** Computes the drifts only. */
RotationResult drifts_of(std::int32_t scheme, double time_step, std::uint32_t steps);

/** Angular velocity of the cuboid after some steps of 0.01 s; for profiling. */
std::vector<double> rotate_cuboid(std::int32_t scheme, std::uint32_t steps);

}  // namespace sandbox
#endif
