// For how long a rock has been still, and when it has stopped, for doubles and SIMD lanes.
#pragma once

#include "numerics/inline_calls.h"
#include "numerics/real.h"

namespace rockfall {

/// Below this kinetic energy a rock counts as still. @param stop_speed  of rf_settings
ROCKFALL_ALWAYS_INLINE double stop_energy_of(double mass, double stop_speed) {
  return 0.5 * mass * stop_speed * stop_speed;
}

/// rf_state::still_time after a step. @param still_time  before it
template <class Real>
Real still_time_after(const Real& kinetic, const Real& stop_energy, const Real& still_time, double time_step) {
  return select(kinetic < stop_energy, still_time + time_step, constant_like(still_time, 0.0));
}

/// True for a rock in contact that has been still for rf_settings::stop_time, to half a step.
template <class Real>
auto has_stopped(const Real& still_time, double time_step, double stop_time) {
  return (still_time > 0.0) & (still_time + 0.5 * time_step > stop_time);
}

}  // namespace rockfall
