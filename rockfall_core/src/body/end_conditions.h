// When a trajectory ends (at rest, off the terrain, out of time), and the next state of a rock whose trajectory
// continues.
#pragma once

#include <rockfall/step.h>

#include "body/still_time.h"
#include "numerics/quaternion.h"
#include "numerics/real.h"

namespace rockfall {

/// True if all numbers of a state are finite.
inline bool finite_state(const rf_state& s) {
  const double *x = s.position, *p = s.orientation, *v = s.velocity, *w = s.angular_velocity;
  const double all = ((x[0] + x[1]) + (x[2] + v[0]) + (v[1] + v[2])) + ((p[0] + p[1]) + (p[2] + p[3])) +
                     ((w[0] + w[1]) + (w[2] + s.slippage)) + ((s.still_time + s.scar_depth) + s.scar_path);
  if (is_finite(all)) return true;
  // The sum of finite numbers may overflow; that of their multiples by zero does not.
  double sum = 0 * s.slippage + 0 * s.still_time + 0 * s.scar_depth + 0 * s.scar_path;
  for (int i = 0; i < 3; ++i) sum += 0 * s.position[i] + 0 * s.velocity[i] + 0 * s.angular_velocity[i];
  for (int i = 0; i < 4; ++i) sum += 0 * s.orientation[i];
  return sum == 0;
}

/// True if a state can be stepped.
inline bool can_step(const rf_state& s) { return finite_state(s) && can_be_normalised(load_quat(s.orientation)); }

/// Time for which the rock has been still, after a step.
inline double still_time_after(const rf_settings& settings, double mass, double kinetic, double still_time) {
  return still_time_after(kinetic, stop_energy_of(mass, settings.stop_speed), still_time, settings.time_step);
}

/// Why the trajectory ends with this step, or RF_MOVING. @param step  number of steps including this one
inline rf_end end_after(const rf_settings& settings, bool over_ground, bool in_contact, double still_time,
                        uint64_t step) {
  if (!over_ground) return RF_ENDED_LEFT_TERRAIN;
  if (in_contact && has_stopped(still_time, settings.time_step, settings.stop_time)) return RF_ENDED_STOPPED;
  const double half = 0.5 * settings.time_step;  // a time limit is reached by the step that ends nearest to it
  if (settings.time_limit > 0 && static_cast<double>(step) * settings.time_step + half > settings.time_limit) {
    return RF_ENDED_TIME_LIMIT;
  }
  return RF_MOVING;
}

/// Let a rock that moves or has stopped move on. It has not been still, and the legacy models detect again whether it
/// rolls.
inline void wake(rf_state& state) {
  state.end = RF_MOVING;
  state.still_time = 0;
  state.phase = RF_PHASE_FLIGHT;
}

}  // namespace rockfall
