// What each rotation scheme costs and how well it does on the cuboid that turns over again and again (Leine et al.
// 2021, section 4.3): 3 x 2 x 1 m, 1 kg, spun about its intermediate axis with 10 rad/s for 20 s.
#ifndef ROCKFALL_SANDBOX_SPIN_COMPARISON_H
#define ROCKFALL_SANDBOX_SPIN_COMPARISON_H

#include <cstdint>
#include <vector>

namespace sandbox {

struct SpinResult {
  std::int32_t scheme = 0;  ///< an rf_scheme
  double time_step = 0;     ///< s
  double cost = 0;          ///< processor time of a step, ns
  int flips = 0;            ///< changes of sign of omega_y in 20 s; there should be four
  double flip_error = 0;    ///< largest error of their times, s; NaN unless there are four
  double angle_error = 0;   ///< of the orientation after 20 s, rad
  double energy_drift = 0;  ///< relative, over `drift_steps`
  double spin_drift = 0;    ///< of the spin vector, relative
};

/** Every scheme with every time step, scheme after scheme. Errors are against a Runge-Kutta integration with a step so
 *  small that its own are of rounding size. */
std::vector<SpinResult> compare_spins(const std::vector<double>& time_steps, std::uint32_t drift_steps);

/** Drifts alone; the other members stay empty. */
SpinResult spin_drift(std::int32_t scheme, double time_step, std::uint32_t steps);

/** The cuboid's angular velocity after some steps of 0.01 s: work for a profiler. */
std::vector<double> spin_cuboid(std::int32_t scheme, std::uint32_t steps);

}  // namespace sandbox
#endif
