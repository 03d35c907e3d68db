// Steps of rocks in soil that touch nothing hard, in SIMD lanes: torque-free rotation, and drag that acts on S.
// Included by step/batch_lanes.h; everything has internal linkage.
//
// Each lane performs exactly the arithmetic of step/moreau_step.cpp: free motion with drag (step/free_motion.cpp) and
// the next state.
#pragma once

#include "body/kinetic_energy.h"
#include "numerics/lanes.h"
#include "step/state_lanes.h"

namespace rockfall {
namespace {

// Velocity after the step. @param drag  coefficient, kg/s
inline VectorOf<Lanes> slowed(const rf_settings& settings, const Lanes& mass, const Lanes& drag,
                              const VectorOf<Lanes>& old) {
  const double dt = settings.time_step, h = 0.5 * dt, g = settings.gravity;
  const Lanes most = 2.0 * mass / all_lanes(dt), bounded = select(most < drag, most, drag);
  const Lanes inverse_mass = 1.0 / (mass + h * bounded), kept = mass - h * bounded;
  const LaneMask without = drag == 0.0;
  VectorOf<Lanes> velocity;
  for (int k = 0; k < 3; ++k) {
    const Lanes damped = k == 2 ? kept * old[k] - mass * g * dt : kept * old[k];
    const Lanes undamped = k == 2 ? old[k] - g * dt : old[k];
    velocity[k] = select(without, undamped, inverse_mass * damped);
  }
  return velocity;
}

// Turn the free flight in `next`, in which scar_depth has been set, into the step with drag. Returns the lanes in which
// it is valid.
inline LaneMask step_with_drag(const LaneMask& lanes, const Lanes& drag, const rf_settings& settings,
                               const BodyLanes& body, const StateLanes& old, const VectorOf<Lanes>& middle,
                               StateLanes& next) {
  const double dt = settings.time_step;
  const VectorOf<Lanes> velocity = slowed(settings, body.mass, drag, old.velocity);
  replace(lanes, velocity, next.velocity);
  replace(lanes, middle + 0.5 * dt * velocity, next.position);
  const Lanes kinetic = kinetic_energy_of(body.mass, body.moments.inertia.x, velocity.x, next.omega.x);
  next.still_time =
      select(lanes, select(kinetic < body.stop_energy, old.still_time + dt, all_lanes(0.0)), next.still_time);
  const Lanes path = old.scar_path + dt * square_root(dot(velocity, velocity));
  next.scar_path = select(lanes & (next.scar_depth > 0.0), path, next.scar_path);
  const VectorOf<Lanes>& x = next.position;
  return lanes & is_finite(kinetic + ((x[0] + x[1]) + x[2])) &
         is_finite((next.slippage + next.still_time) + (next.scar_depth + next.scar_path));
}

}  // namespace
}  // namespace rockfall
